/// An account that the device knows for this app.
public enum ExistingAccount: Sendable, Equatable {
  /// The person continued with Apple.
  case apple(AppleCredential)
  /// The person chose a saved password.
  case password(PasswordCredential)
}

/// A saved name and password; its description shows neither.
public struct PasswordCredential: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The account's name.
  public let user: String
  /// The password.
  public let password: String

  /// A name and a password.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// Shows neither.
  public var description: String { "PasswordCredential(…)" }
  /// Shows no members.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
