public import BramleyCrypto

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A notification from Apple's server that passed every rule; only ``AppleNotificationVerifier`` makes one.
public struct AppleNotification: Sendable {
  /// `jti`: remembered until ``rememberUntil``, since Apple sends some notifications more than once (A31).
  public let id: String
  /// `aud`: the app concerned.
  public let audience: ClientID
  /// `iat`: when it was issued.
  public let issuedAt: Date
  /// When it would be refused as expired, so that its id may be forgotten.
  public let rememberUntil: Date
  /// What happened; one event in practice.
  public let events: [AppleEvent]
  /// SHA-256 of `header.payload`.
  public let signingInputDigest: SHA256Digest
}
