import BramleyCrypto
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A signing key as it is kept over a restart. It signs for a test service only, so it is kept unsealed.
struct KeptKey: Codable, Sendable {
  private let keyID: String
  /// PEM and not a JWK: the file is our own, and checking a JWK's primes takes 50 ms a key at the start.
  private let pem: String
  private let createdAt: Date

  init(_ key: ServiceKey) throws {
    keyID = key.keyID
    pem = try key.key.pem().revealText() ?? ""
    createdAt = key.createdAt
  }

  /// The key itself.
  func serviceKey() throws -> ServiceKey {
    try ServiceKey(keyID: keyID, key: try RSAPrivateKey(pem: Secret(utf8: pem)), createdAt: createdAt)
  }
}
