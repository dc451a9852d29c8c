package import BramleyCrypto

/// What a client brings from Sign in with Apple.
package struct AppleCredential: Sendable {
  /// Where the nonce of the request is known from (R14).
  package enum NonceProof: Sendable {
    /// The raw nonce as a client sent it; only its hex SHA-256 counts.
    case raw(String)
    /// The nonce as our own web flow sent it to Apple.
    case verbatim(String)
    /// The request brought none.
    case none
  }

  /// Apple's identity token.
  package var identityToken: String
  /// The nonce.
  package var nonce: NonceProof
  /// The authorization code, when one came.
  package var authorizationCode: Secret?
  /// What stood in `access_token`: a handle of ours or, as apps do, the authorization code (R16).
  package var accessToken: Secret?
  /// The `user` JSON text of a first authorization; untrusted (R24, FR-31).
  package var userJSON: String?
  /// The redirect address that the code was issued for; nil for native codes.
  package var redirectURI: String?
  /// The PKCE verifier of our web flow.
  package var codeVerifier: Secret?

  /// A credential of these parts.
  package init(
    identityToken: String, nonce: NonceProof, authorizationCode: Secret? = nil, accessToken: Secret? = nil,
    userJSON: String? = nil, redirectURI: String? = nil, codeVerifier: Secret? = nil
  ) {
    self.identityToken = identityToken
    self.nonce = nonce
    self.authorizationCode = authorizationCode
    self.accessToken = accessToken
    self.userJSON = userJSON
    self.redirectURI = redirectURI
    self.codeVerifier = codeVerifier
  }
}
