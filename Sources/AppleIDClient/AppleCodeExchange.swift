public import BramleyCrypto

/// An authorization code with what Apple wants to see beside it.
public struct AppleCodeExchange: Sendable {
  /// The code.
  public var code: Secret
  /// The client id that the code was issued to.
  public var clientID: String
  /// The redirect address of the authorization request; nil for native codes.
  public var redirectURI: String?
  /// The PKCE verifier, when the request carried a challenge.
  public var codeVerifier: Secret?

  /// An exchange of these parts.
  public init(code: Secret, clientID: String, redirectURI: String? = nil, codeVerifier: Secret? = nil) {
    self.code = code
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.codeVerifier = codeVerifier
  }
}

/// What Apple's token endpoint gives for a code.
public struct AppleTokenAnswer: Sendable {
  /// The identity token that names the person.
  public var identityToken: String
  /// The refresh token; what a later revocation needs.
  public var refreshToken: Secret?
  /// The access token.
  public var accessToken: Secret?

  /// An answer of these parts.
  public init(identityToken: String, refreshToken: Secret?, accessToken: Secret?) {
    self.identityToken = identityToken
    self.refreshToken = refreshToken
    self.accessToken = accessToken
  }
}

/// Which of Apple's tokens a revocation names.
public enum AppleTokenKind: String, Sendable {
  /// `refresh_token`.
  case refreshToken = "refresh_token"
  /// `access_token`.
  case accessToken = "access_token"
}
