#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import BramleyCrypto
import BramleyJOSE

/// Verifies Apple's server-to-server notifications by a policy.
///
/// Apple's page "Processing changes for Sign in with Apple accounts".
public struct AppleNotificationVerifier: Sendable {
  /// The most bytes a request body may have.
  public static let maximumCount = 64 * 1024
  /// How long a notification without `exp` counts; Apple's have had a day.
  private static let usualLifetime: TimeInterval = 86_400

  /// What is accepted; the nonce rule does not apply.
  public let policy: IdentityTokenPolicy

  private struct Envelope: Decodable {
    let payload: String
  }

  private struct Claims: Decodable {
    let iss: String
    let aud: SingleAudience
    let iat: NumericDate
    let exp: NumericDate?
    let jti: String
    let events: EventsClaim
  }

  /// Makes a verifier.
  public init(policy: IdentityTokenPolicy) { self.policy = policy }

  /// Verifies a request body, `{"payload":"…"}`.
  ///
  /// - Throws: ``IdentityTokenError`` with the first rule that fails; the rules are those of identity
  ///   tokens without nonce, hashes and age.
  public func verify(
    body: [UInt8], keys: AppleKeySet, at now: Date
  ) throws(IdentityTokenError) -> AppleNotification {
    try verify(payload: payload(in: body), keys: keys, at: now)
  }

  /// Verifies the signed payload itself.
  public func verify(
    payload: String, keys: AppleKeySet, at now: Date
  ) throws(IdentityTokenError) -> AppleNotification {
    let (claims, digest) = try verifySignature(of: payload, keys: keys)
    try policy.checkIssuer(claims.iss)
    try policy.checkAudience(claims.aud.clientID)
    let expiry = NumericDate(
      claims.exp?.date ?? claims.iat.date.addingTimeInterval(Self.usualLifetime))
    do throws(JOSEError) {
      let times = TokenTimes(now: now, leeway: policy.leeway)
      try times.checkExpiry(expiry)
      try times.checkIssuedAt(claims.iat)
    } catch {
      throw IdentityTokenError(error)
    }
    return AppleNotification(
      id: claims.jti, audience: claims.aud.clientID, issuedAt: claims.iat.date,
      rememberUntil: expiry.date.addingTimeInterval(60), events: claims.events.events,
      signingInputDigest: digest)
  }

  private func verifySignature(
    of payload: String, keys: AppleKeySet
  ) throws(IdentityTokenError) -> (Claims, SHA256Digest) {
    do throws(JOSEError) {
      let verified = try keys.verify(payload)
      let claims = try verified.claims(as: Claims.self)
      guard (1...255).contains(claims.jti.utf8.count) else {
        throw JOSEError(.invalidClaims, "The notification's id is empty or too long.")
      }
      return (claims, verified.signingInputDigest)
    } catch {
      throw IdentityTokenError(error)
    }
  }

  private func payload(in body: [UInt8]) throws(IdentityTokenError) -> String {
    do {
      try StrictJSON.check(body, limits: .init(bytes: Self.maximumCount, depth: 16, members: 256))
      return try JSONDecoder().decode(Envelope.self, from: Data(body)).payload
    } catch {
      throw IdentityTokenError(.malformed, #"The body must be the JSON object {"payload":"<signed token>"}."#)
    }
  }
}
