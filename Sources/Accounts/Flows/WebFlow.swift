/// A sign-in in a browser between leaving for Apple and coming back; kept sealed, taken once.
package struct WebFlow: Codable, Sendable {
  /// Which page began it: `signin`, `handler`, `link`, `reauthenticate`…
  package var kind: String
  /// The Apple client id (Services ID).
  package var clientID: String
  /// The address that Apple sends back to.
  package var redirectURI: String
  /// The nonce as it was sent to Apple.
  package var nonce: String
  /// The PKCE verifier, when the request to Apple carried a challenge.
  package var codeVerifier: String?
  /// Where the browser goes afterwards.
  package var returnTo: String?
  /// Hex SHA-256 of the browser-binding cookie; the answer must come from the same browser (R39).
  package var browserBinding: String
  /// The session that a link or reauthentication belongs to.
  package var session: String?
  /// What else the page wants back: a client's `state`, its code challenge, the JavaScript SDK's event id.
  package var extras: [String: String]

  /// A flow of these parts.
  package init(
    kind: String, clientID: String, redirectURI: String, nonce: String, browserBinding: String,
    codeVerifier: String? = nil, returnTo: String? = nil, session: String? = nil,
    extras: [String: String] = [:]
  ) {
    self.kind = kind
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.nonce = nonce
    self.browserBinding = browserBinding
    self.codeVerifier = codeVerifier
    self.returnTo = returnTo
    self.session = session
    self.extras = extras
  }
}
