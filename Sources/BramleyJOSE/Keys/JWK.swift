#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A public key with its id, as it stands in a key set.
///
/// - Standard: RFC 7517.
public struct JWK: Sendable {
  /// The key's id; a set may hold one key without.
  public let keyID: String?
  /// The key, bound to its algorithm.
  public let key: VerificationKey

  /// Puts a key and its id together.
  public init(keyID: String, key: VerificationKey) {
    self.keyID = keyID
    self.key = key
  }

  /// Reads a public key.
  ///
  /// - Throws: ``JOSEError`` `invalid_json` and its kin, or `unusable_key` with the reason.
  public init(json: [UInt8]) throws(JOSEError) {
    try self.init(JSONValue.decode(JWKMembers.self, from: json, limits: .token))
  }

  init(_ members: JWKMembers) throws(JOSEError) {
    guard members.d == nil else {
      // Whoever publishes a private key must hear of it.
      throw JWKMembers.unusable("it is a private key, and must be replaced if it was published")
    }
    keyID = members.kid
    key = try members.verificationKey(operation: "verify")
  }
}
