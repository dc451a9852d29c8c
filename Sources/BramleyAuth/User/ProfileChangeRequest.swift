public import Foundation

/// A change of name or picture; an object, as code written for Firebase expects.
public final class ProfileChangeRequest: @unchecked Sendable {  // values guarded by lock
  private let user: User
  private let lock = NSLock()
  private var values: (displayName: String?, photoURL: URL?)

  init(_ user: User) { self.user = user }

  /// The new name; nil leaves it.
  public var displayName: String? {
    get { lock.withLock { values.displayName } }
    set { lock.withLock { values.displayName = newValue } }
  }

  /// The address of the new picture; nil leaves it.
  public var photoURL: URL? {
    get { lock.withLock { values.photoURL } }
    set { lock.withLock { values.photoURL = newValue } }
  }

  /// Sends the change.
  public func commitChanges() async throws(AuthError) {
    try await user.mine()
    let (displayName, photoURL) = lock.withLock { values }
    try await user.engine.update {
      $0.displayName = displayName
      $0.photoUrl = photoURL?.absoluteString
    }
  }
}
