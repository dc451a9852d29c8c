/// What Apple answered to a sign-in of the JavaScript SDK or of an app's browser; it stays on the server and
/// the client gets a one-time handle for it (R38).
package struct AppleEventCredential: Codable, Sendable {
  /// Apple's identity token; nil when only a code came.
  package var identityToken: String?
  /// The authorization code.
  package var code: String?
  /// The `user` field of a first authorization.
  package var userJSON: String?
  /// The Apple client id of the flow.
  package var clientID: String
  /// The return address of the flow.
  package var redirectURI: String
  /// The nonce as the flow sent it.
  package var nonce: String
  /// The PKCE verifier of the flow.
  package var codeVerifier: String?
  /// Hex SHA-256 of the session id that the client has to show beside the handle.
  package var sessionHash: String

  /// A credential of a flow.
  package init(_ answer: ParkedAnswer, of flow: WebFlow, sessionHash: String) {
    identityToken = answer.fields["id_token"]
    code = answer.fields["code"]
    userJSON = answer.fields["user"]
    clientID = flow.clientID
    redirectURI = flow.redirectURI
    nonce = flow.nonce
    codeVerifier = flow.codeVerifier
    self.sessionHash = sessionHash
  }
}
