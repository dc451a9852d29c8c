#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import BramleyCrypto
package import BramleyJOSE

/// Makes client secrets with one key of one team.
///
/// During a roll there are two of these; each names its key, so a cached secret never outlives its key
/// unnoticed (FR-10).
public struct AppleClientSecretSigner: Sendable {
  /// The lifetimes that are accepted.
  public static let acceptedLifetimes: ClosedRange<Duration> =
    .seconds(60)...AppleClientSecret.maximumLifetime

  /// The team.
  public let teamID: TeamID
  /// The key's id.
  public let keyID: KeyID
  /// How long a secret lives.
  public let lifetime: Duration
  /// The key's thumbprint: a new key under the old id is still another key.
  public let keyThumbprint: String
  private let audience: String
  private let signer: JWTSigner

  private struct Claims: Encodable {
    let iss: String
    let iat: Int64
    let exp: Int64
    let aud: String
    let sub: String
  }

  /// Makes a signer.
  ///
  /// - Parameters:
  ///   - teamID: The team.
  ///   - keyID: The id of the key.
  ///   - privateKey: The key.
  ///   - audience: Apple's issuer, or the emulator's.
  ///   - lifetime: How long a secret lives, a minute to 15 777 000 s.
  /// - Throws: ``AppleSetupError`` `secret_lifetime`, naming the limit (FR-09).
  public init(
    teamID: TeamID, keyID: KeyID, privateKey: ApplePrivateKey,
    audience: String = AppleIssuers.apple.canonical, lifetime: Duration = .seconds(300)
  ) throws(AppleSetupError) {
    try self.init(
      teamID: teamID, keyID: keyID, privateKey: privateKey, audience: audience, lifetime: lifetime,
      substitute: nil)
  }

  /// Makes a signer that lets another work sign in the key's place.
  package init(
    teamID: TeamID, keyID: KeyID, privateKey: ApplePrivateKey,
    audience: String = AppleIssuers.apple.canonical, lifetime: Duration = .seconds(300),
    substitute: SigningKey.Work?
  ) throws(AppleSetupError) {
    guard Self.acceptedLifetimes.contains(lifetime) else {
      throw AppleSetupError(
        .secretLifetime,
        "A client secret lives 60 s to 15777000 s (six months, Apple's limit); leave the setting out for 5 min."
      )
    }
    do throws(JOSEError) {
      signer = try JWTSigner(
        key: .es256(privateKey.key), keyID: keyID.rawValue, type: nil, substitute: substitute)
    } catch {
      throw AppleSetupError(.signingFailed, error.message)
    }
    self.teamID = teamID
    self.keyID = keyID
    self.lifetime = lifetime
    self.audience = audience
    keyThumbprint = privateKey.thumbprint
  }

  /// Makes a secret for an app.
  ///
  /// `iat` lies a minute back, because Apple refuses one that its own clock has not reached.
  ///
  /// - Throws: ``AppleSetupError`` `signing_failed`.
  public func makeSecret(for clientID: ClientID, at now: Date) throws(AppleSetupError) -> AppleClientSecret {
    let second = NumericDate(now).wholeSeconds
    let issued = second - 60
    // Apple counts the six months by its own clock; counted from `iat` ours may run a minute ahead.
    let expiry = min(
      second + lifetime.components.seconds, issued + AppleClientSecret.maximumLifetime.components.seconds)
    do throws(JOSEError) {
      let token = try signer.sign(
        Claims(
          iss: teamID.rawValue, iat: issued, exp: expiry, aud: audience, sub: clientID.rawValue))
      return AppleClientSecret(
        token: Secret(utf8: token), keyID: keyID, madeAt: now,
        expiresAt: Date(timeIntervalSince1970: Double(expiry)))
    } catch {
      throw AppleSetupError(.signingFailed, error.message)
    }
  }
}
