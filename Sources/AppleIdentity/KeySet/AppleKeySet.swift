import BramleyJOSE

/// Apple's public keys: RS256 only, chosen by key id and never by position.
///
/// Apple's page "Fetch Apple's public key for verifying token signature".
public struct AppleKeySet: Sendable {
  private let keys: JWKSet
  /// The ids of the keys, in the order of the set.
  public let keyIDs: [KeyID]
  /// How the headers of the first keys are usually spelled.
  private let headers: [KnownHeader]

  /// Reads the answer of Apple's key endpoint.
  ///
  /// - Throws: ``AppleKeySetError`` when the set as a whole cannot be used. A single key that cannot be
  ///   used is left out.
  public init(json: [UInt8]) throws(AppleKeySetError) {
    do throws(JOSEError) {
      // Apple's list is pinned to RS256, so a key for anything else has no business in it.
      let usable = try JWKSet(json: json).keys.filter { $0.key.algorithm == .rs256 && $0.keyID != nil }
      keys = try JWKSet(usable)
    } catch {
      throw AppleKeySetError(code: error.code.rawValue, message: error.message)
    }
    keyIDs = keys.keys.compactMap { $0.keyID.map { KeyID($0) } }
    headers = keyIDs.prefix(8).flatMap { KnownHeader.spellings(algorithm: .rs256, keyID: $0.rawValue) }
  }

  /// Whether the set holds a key of that id.
  public func contains(_ keyID: KeyID) -> Bool { keys.key(keyID.rawValue) != nil }

  /// Verifies the signature of something that Apple signed.
  func verify(_ token: String) throws(JOSEError) -> VerifiedJWS {
    let jws = try CompactJWS(token, known: headers)
    // Compared before any key work, so a made-up algorithm costs nothing. FR-05.
    guard jws.header.algorithm == SignatureAlgorithm.rs256.rawValue else {
      throw JOSEError(.algorithmMismatch, "Apple signs with RS256.")
    }
    guard jws.header.keyID != nil else {
      throw JOSEError(.invalidHeader, "The header names no key.")
    }
    return try jws.verify { keys.key($0) }
  }
}
