#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Client secrets that are still good for half their life, by app and key.
///
/// A value: whoever calls Apple keeps one in its own isolation.
public struct AppleClientSecretCache: Sendable {
  private static let limit = 64

  private struct Name: Hashable {
    let clientID: ClientID
    let teamID: TeamID
    let keyID: KeyID
    let keyThumbprint: String
  }

  private var secrets: [Name: AppleClientSecret] = [:]

  /// Makes an empty cache.
  public init() {}

  /// Gives a kept secret or makes one.
  ///
  /// - Throws: ``AppleSetupError`` `signing_failed`.
  public mutating func secret(
    for clientID: ClientID, signer: AppleClientSecretSigner, at now: Date
  ) throws(AppleSetupError) -> AppleClientSecret {
    let name = Name(
      clientID: clientID, teamID: signer.teamID, keyID: signer.keyID,
      keyThumbprint: signer.keyThumbprint)
    if let kept = secrets[name], kept.madeAt <= now {
      let life = kept.expiresAt.timeIntervalSince(kept.madeAt)
      if kept.expiresAt.timeIntervalSince(now) >= life / 2 { return kept }
    }
    if secrets.count >= Self.limit { secrets = [:] }
    let secret = try signer.makeSecret(for: clientID, at: now)
    secrets[name] = secret
    return secret
  }
}
