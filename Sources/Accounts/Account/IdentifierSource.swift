import BramleyCrypto

/// Makes identifiers; a parameter, so that tests can choose them.
package protocol IdentifierSource: Sendable {
  /// A new account identifier of 28 letters and digits that sorts after the earlier ones.
  func accountID() -> Account.ID
  /// A new session identifier that is greater than the earlier ones.
  func sessionID() -> Session.ID
}
