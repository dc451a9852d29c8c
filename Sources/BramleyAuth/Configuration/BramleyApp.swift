import Foundation

/// The app's one configuration, under a name close to Firebase's.
public enum BramleyApp {
  private static let lock = NSLock()
  private nonisolated(unsafe) static var auth: Auth?  // guarded by lock

  /// Configures the app; call it once at launch, before ``Auth/auth()``.
  ///
  /// A second call replaces the first; what still holds the earlier ``Auth`` goes on with it.
  @discardableResult public static func configure(_ configuration: AuthConfiguration) -> Auth {
    let new = Auth(configuration)
    lock.withLock { auth = new }
    return new
  }

  static var configured: Auth? { lock.withLock { auth } }
}
