#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import BramleyCrypto
import BramleyJOSE

/// Verifies Apple's identity tokens by a policy.
///
/// The order is fixed: signature, issuer, audience, times, nonce, hashes, age. No claim is looked at
/// before the signature was found good (A05). Apple's page "Verifying a user".
public struct AppleIdentityTokenVerifier: Sendable {
  /// What is accepted.
  public let policy: IdentityTokenPolicy

  /// Makes a verifier.
  public init(policy: IdentityTokenPolicy) { self.policy = policy }

  /// Verifies a token.
  ///
  /// - Parameters:
  ///   - token: The token in compact form.
  ///   - keys: Apple's keys.
  ///   - nonce: What the token's nonce must be.
  ///   - authorizationCode: A code that came with the token; compared with `c_hash` where that is present.
  ///   - accessToken: An access token that came with it; compared with `at_hash` where that is present.
  ///   - maximumAge: How long ago the person may have signed in, by `auth_time`.
  ///   - now: The instant to judge at.
  /// - Throws: ``IdentityTokenError`` with the first rule that fails.
  public func verify(
    _ token: String, keys: AppleKeySet, nonce: NonceExpectation, authorizationCode: String? = nil,
    accessToken: String? = nil, maximumAge: Duration? = nil, at now: Date
  ) throws(IdentityTokenError) -> VerifiedIdentityToken {
    let (claims, verified) = try verifySignature(of: token, keys: keys)
    try policy.checkIssuer(claims.issuer)
    try policy.checkAudience(claims.audience)
    try checkTimes(claims, at: now)
    let hasMatchedNonce = try nonce.check(claims, isRequired: policy.requiresNonce)
    if let authorizationCode, let hash = claims.codeHash {
      guard Self.isHash(hash, of: authorizationCode) else {
        throw IdentityTokenError(.codeHash, "The authorization code belongs to another identity token.")
      }
    }
    if let accessToken, let hash = claims.accessTokenHash {
      guard Self.isHash(hash, of: accessToken) else {
        throw IdentityTokenError(.accessTokenHash, "The access token belongs to another identity token.")
      }
    }
    if let maximumAge { try checkAge(claims, maximum: maximumAge, at: now) }
    return VerifiedIdentityToken(
      claims: claims, payload: verified.payload, canonicalIssuer: policy.issuers.canonical,
      signingInputDigest: verified.signingInputDigest, hasMatchedNonce: hasMatchedNonce)
  }

  private func verifySignature(
    of token: String, keys: AppleKeySet
  ) throws(IdentityTokenError) -> (AppleIdentityToken, VerifiedJWS) {
    do throws(JOSEError) {
      let verified = try keys.verify(token)
      // Whatever is not as Apple usually writes it is the decoder's to judge, so that both refuse alike.
      if let claims = AppleIdentityToken(plain: try verified.members()) { return (claims, verified) }
      return (try verified.claims(as: AppleIdentityToken.self), verified)
    } catch {
      throw IdentityTokenError(error)
    }
  }

  private func checkTimes(_ claims: AppleIdentityToken, at now: Date) throws(IdentityTokenError) {
    let times = TokenTimes(now: now, leeway: policy.leeway)
    do throws(JOSEError) {
      try times.checkExpiry(NumericDate(claims.expiresAt))
      if let notBefore = claims.notBefore { try times.checkNotBefore(NumericDate(notBefore)) }
      try times.checkIssuedAt(NumericDate(claims.issuedAt))
    } catch {
      throw IdentityTokenError(error)
    }
  }

  private func checkAge(
    _ claims: AppleIdentityToken, maximum: Duration, at now: Date
  ) throws(IdentityTokenError) {
    guard let authenticatedAt = claims.authenticatedAt else {
      throw IdentityTokenError(
        .authenticationTimeMissing, "The token does not say when the person signed in.")
    }
    // The age is what an expiry would be that long after `auth_time`.
    let end = authenticatedAt.addingTimeInterval(Double(maximum.components.seconds))
    do throws(JOSEError) {
      try TokenTimes(now: now, leeway: policy.leeway).checkExpiry(NumericDate(end))
    } catch {
      throw IdentityTokenError(
        .authenticationTooOld, "The person signed in too long ago and must do so again.",
        expected: "at most \(maximum.components.seconds) s ago")
    }
  }

  /// Whether a hash claim is the left half of a value's SHA-256. OIDC Core §3.3.2.11.
  private static func isHash(_ hash: String, of value: String) -> Bool {
    constantTimeEquals(hash, Base64URL.encode(Array(SHA256.digest(utf8: value).bytes.prefix(16))))
  }
}
