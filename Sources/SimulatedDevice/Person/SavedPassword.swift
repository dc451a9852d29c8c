/// A name and password that the device keeps for the app.
public struct SavedPassword: Sendable, Equatable {
  /// The account's name.
  public let user: String
  /// The password.
  public let password: String

  /// A saved name and password.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}
