package import BramleyCrypto

/// The proof of an identity that a sign-in or link brings.
package enum IdentityProof: Sendable {
  /// An Apple identity token with what came beside it.
  case apple(AppleCredential)
  /// A bare authorization code of our web flow: the only proof that waits for Apple (R17).
  case appleCode(AppleCodeCredential)
  /// A provider's token that development takes unverified (R46).
  case madeUp(provider: ProviderID, token: String)
  /// The pending credential of an earlier conflict answer (R19).
  case pending(Secret)
  /// The one-time handle of a web flow's answer with the flow's session id (R38).
  case event(handle: Secret, sessionID: String)
}

/// A bare authorization code with what its exchange needs.
package struct AppleCodeCredential: Sendable {
  /// The authorization code.
  package var code: Secret
  /// The client id that began the flow.
  package var clientID: String
  /// The redirect address that the code was issued for.
  package var redirectURI: String?
  /// The PKCE verifier.
  package var codeVerifier: Secret?
  /// The nonce as our flow sent it.
  package var nonce: String?
  /// The `user` JSON text of a first authorization.
  package var userJSON: String?

  /// A code of these parts.
  package init(
    code: Secret, clientID: String, redirectURI: String? = nil, codeVerifier: Secret? = nil,
    nonce: String? = nil, userJSON: String? = nil
  ) {
    self.code = code
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.codeVerifier = codeVerifier
    self.nonce = nonce
    self.userJSON = userJSON
  }
}
