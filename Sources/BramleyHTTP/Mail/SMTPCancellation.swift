import Synchronization

/// Tells a transfer's thread that nobody waits for it any more.
final class SMTPCancellation: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
