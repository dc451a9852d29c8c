import Foundation

/// An observer of a notification that ends with the value that holds it.
///
/// Unchecked: both members are constants, and the center may be used from any thread.
final class NotificationObservation: @unchecked Sendable {
  private let center: NotificationCenter
  private let token: any NSObjectProtocol

  init(_ name: Notification.Name, in center: NotificationCenter, _ body: @escaping @Sendable () -> Void) {
    self.center = center
    token = center.addObserver(forName: name, object: nil, queue: nil) { _ in body() }
  }

  deinit { center.removeObserver(token) }
}
