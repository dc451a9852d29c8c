import BramleyCrypto
import BramleyJOSE
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A signing key as it is kept over a restart. It signs for a test service only, so it is kept unsealed.
struct KeptKey: Codable, Sendable {
  private let jwk: String
  private let createdAt: Date

  init(_ key: ServiceKey) throws {
    jwk = try PrivateJWK(key: .rs256(key.key), keyID: key.keyID).json().revealText() ?? ""
    createdAt = key.createdAt
  }

  /// The key itself.
  func serviceKey() throws -> ServiceKey {
    let read = try PrivateJWK(json: Secret(utf8: jwk))
    guard case .rs256(let key) = read.key else {
      throw EmulatorError(.unusableStore, "The store holds a signing key that is not RSA; remove the file.")
    }
    return try ServiceKey(keyID: read.keyID, key: key, createdAt: createdAt)
  }
}
