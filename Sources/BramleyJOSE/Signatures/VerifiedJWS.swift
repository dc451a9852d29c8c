public import BramleyCrypto

/// A token whose signature was found good; only ``CompactJWS`` makes one.
public struct VerifiedJWS: Sendable {
  /// The payload's bytes.
  public let payload: [UInt8]
  /// The header.
  public let header: JOSEHeader
  /// SHA-256 of `header.payload`.
  public let signingInputDigest: SHA256Digest

  init(payload: [UInt8], header: JOSEHeader, signingInputDigest: SHA256Digest) {
    self.payload = payload
    self.header = header
    self.signingInputDigest = signingInputDigest
  }

  /// Decodes the payload's claims after the strict scan.
  ///
  /// - Throws: ``JOSEError`` `too_long`, `invalid_json`, `duplicate_member`, `too_deep`,
  ///   `too_many_members`, or `invalid_claims` with the member's name.
  public func claims<Claims: Decodable>(as type: Claims.Type) throws(JOSEError) -> Claims {
    try JSONValue.decode(type, from: payload, limits: .token)
  }

  /// The payload's members after the strict scan.
  ///
  /// - Throws: ``JOSEError`` `too_long`, `invalid_json`, `duplicate_member`, `too_deep` or
  ///   `too_many_members`.
  package func members() throws(JOSEError) -> JSONObject { try JSONObject(payload) }
}
