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
    let issuer: String
    let audience: ClientID
    let issuedAt: NumericDate
    let expiry: NumericDate?
    let id: String
    let events: EventsClaim

    enum CodingKeys: String, CodingKey { case iss, aud, iat, exp, jti, events }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      issuer = try container.decode(String.self, forKey: .iss)
      audience = try container.singleAudience(.aud)
      issuedAt = try container.decode(NumericDate.self, forKey: .iat)
      expiry = try container.decodeIfPresent(NumericDate.self, forKey: .exp)
      id = try container.decode(String.self, forKey: .jti)
      events = try container.decode(EventsClaim.self, forKey: .events)
    }
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
    try policy.checkIssuer(claims.issuer)
    try policy.checkAudience(claims.audience)
    let expiry = NumericDate(
      claims.expiry?.date ?? claims.issuedAt.date.addingTimeInterval(Self.usualLifetime))
    do throws(JOSEError) {
      let times = TokenTimes(now: now, leeway: policy.leeway)
      try times.checkExpiry(expiry)
      try times.checkIssuedAt(claims.issuedAt)
    } catch {
      throw IdentityTokenError(error)
    }
    return AppleNotification(
      id: claims.id, audience: claims.audience, issuedAt: claims.issuedAt.date,
      rememberUntil: expiry.date.addingTimeInterval(60), events: claims.events.events,
      signingInputDigest: digest)
  }

  private func verifySignature(
    of payload: String, keys: AppleKeySet
  ) throws(IdentityTokenError) -> (Claims, SHA256Digest) {
    do throws(JOSEError) {
      let verified = try keys.verify(payload)
      let claims = try verified.claims(as: Claims.self)
      guard (1...255).contains(claims.id.utf8.count) else {
        throw JOSEError(.invalidClaims, "The notification's id is empty or too long.")
      }
      return (claims, verified.signingInputDigest)
    } catch {
      throw IdentityTokenError(error)
    }
  }

  /// The signed payload of a request body, not yet believed.
  ///
  /// - Throws: ``IdentityTokenError`` `malformed`.
  public func payload(in body: [UInt8]) throws(IdentityTokenError) -> String {
    do {
      try StrictJSON.check(body, limits: .init(bytes: Self.maximumCount, depth: 16, members: 256))
      return try JSONDecoder().decode(Envelope.self, from: Data(body)).payload
    } catch {
      throw IdentityTokenError(.malformed, #"The body must be the JSON object {"payload":"<signed token>"}."#)
    }
  }
}
