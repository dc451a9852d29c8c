public import Foundation

/// A change of name or picture.
public struct ProfileChangeRequest: Sendable {
  /// The new name; nil leaves it.
  public var displayName: String?
  /// The address of the new picture; nil leaves it.
  public var photoURL: URL?
  private let user: User

  init(_ user: User) { self.user = user }

  /// Sends the change.
  public func commitChanges() async throws(AuthError) {
    try await user.mine()
    try await user.engine.update {
      $0.displayName = displayName
      $0.photoUrl = photoURL?.absoluteString
    }
  }
}
