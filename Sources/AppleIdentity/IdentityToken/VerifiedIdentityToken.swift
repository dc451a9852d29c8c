public import BramleyCrypto

/// An identity token that passed every rule; only ``AppleIdentityTokenVerifier`` makes one.
///
/// Functions that act on an Apple sign-in take this type, so none of them can be handed bare claims.
public struct VerifiedIdentityToken: Sendable {
  /// The claims.
  public let claims: AppleIdentityToken
  /// The claims as the JSON text that was signed.
  public let payload: [UInt8]
  /// The issuer under which identities are kept, one for all of Apple's spellings (R22).
  public let canonicalIssuer: String
  /// SHA-256 of `header.payload`: what a used token is remembered by, whatever its spelling (R13).
  public let signingInputDigest: SHA256Digest
  /// Whether a nonce of this request was found in the token.
  public let hasMatchedNonce: Bool

  init(
    claims: AppleIdentityToken, payload: [UInt8], canonicalIssuer: String,
    signingInputDigest: SHA256Digest, hasMatchedNonce: Bool
  ) {
    self.claims = claims
    self.payload = payload
    self.canonicalIssuer = canonicalIssuer
    self.signingInputDigest = signingInputDigest
    self.hasMatchedNonce = hasMatchedNonce
  }
}
