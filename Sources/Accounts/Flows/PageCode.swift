/// What a one-time code of the hosted page flow stands for.
package struct PageCode: Codable, Sendable {
  /// The session that redeeming it hands over, as the claim `sid`.
  package var session: String
  /// The client's PKCE challenge (S256).
  package var challenge: String
  /// The continue address that the code was sent to.
  package var continueURL: String

  /// A code of these parts.
  package init(session: String, challenge: String, continueURL: String) {
    self.session = session
    self.challenge = challenge
    self.continueURL = continueURL
  }
}
