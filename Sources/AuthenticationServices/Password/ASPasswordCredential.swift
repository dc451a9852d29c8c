public import Foundation

/// A saved name and password.
public class ASPasswordCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
  /// The account's name.
  public let user: String
  /// The password.
  public let password: String

  /// A credential with a name and a password.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
    super.init()
  }

  /// Refuses: the stand-in keeps credentials in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Says that the class takes part in secure coding.
  public class var supportsSecureCoding: Bool { true }

  /// Writes nothing: the stand-in keeps credentials in memory only.
  public func encode(with coder: NSCoder) {}

  /// Hands back the same object, which cannot change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
