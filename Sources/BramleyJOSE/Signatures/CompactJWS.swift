public import BramleyCrypto

/// A signed token in compact form, taken apart but not yet believed.
///
/// - Standard: RFC 7515 §3.1 and §5.2.
public struct CompactJWS: Sendable {
  /// The most bytes a token may have; checked before anything else.
  public static let maximumCount = 32 * 1024
  /// The most bytes a key id may have.
  public static let maximumKeyIDCount = 256

  /// The header.
  public let header: JOSEHeader
  /// SHA-256 of `header.payload`: what is signed, and what a used token is remembered by (R13).
  public let signingInputDigest: SHA256Digest
  private let payload: ArraySlice<UInt8>
  private let signature: [UInt8]

  /// Takes a token apart.
  ///
  /// - Throws: ``JOSEError`` `too_long`, `not_compact`, `not_base64url`, `invalid_json` and its kin,
  ///   `invalid_header`, `critical_header`.
  public init(_ token: String) throws(JOSEError) {
    // The length is known without walking the text, so a giant costs nothing.
    guard token.utf8.count <= Self.maximumCount else { throw Self.tooLong }
    try self.init(Array(token.utf8))
  }

  /// Takes the bytes of a token apart.
  public init(_ token: [UInt8]) throws(JOSEError) { try self.init(token, known: []) }

  /// Takes a token apart; a header that is among the known ones is not decoded again.
  package init(_ token: String, known: [KnownHeader]) throws(JOSEError) {
    guard token.utf8.count <= Self.maximumCount else { throw Self.tooLong }
    try self.init(Array(token.utf8), known: known)
  }

  private init(_ token: [UInt8], known: [KnownHeader]) throws(JOSEError) {
    guard token.count <= Self.maximumCount else { throw Self.tooLong }
    let dot = UInt8(ascii: ".")
    guard let first = token.firstIndex(of: dot), let second = token[(first + 1)...].firstIndex(of: dot),
      !token[(second + 1)...].contains(dot)
    else { throw JOSEError(.notCompact, "A signed token has three parts with a dot between them.") }
    let match = known.first { $0.encoded.count == first + 1 && token.starts(with: $0.encoded) }
    let headerBytes = match == nil ? Base64URL.decode(token[..<first]) : []
    guard let headerBytes, let signature = Base64URL.decode(token[(second + 1)...]) else {
      throw Self.notBase64URL
    }
    if let match {
      header = match.header
    } else {
      header = try JOSEHeader(json: headerBytes)
    }
    payload = token[(first + 1)..<second]
    self.signature = signature
    signingInputDigest = SHA256.digest(token[..<second])
  }

  /// Verifies with the key that the look-up gives for the header's key id.
  ///
  /// - Parameter keyLookup: Gives the key of an id; never asked for anything but what we trust.
  /// - Throws: ``JOSEError`` `unsupported_algorithm`, `unknown_key_id`, `algorithm_mismatch`,
  ///   `invalid_signature` or `not_base64url`.
  public func verify(keyLookup: (String?) -> VerificationKey?) throws(JOSEError) -> VerifiedJWS {
    guard SignatureAlgorithm(rawValue: header.algorithm) != nil else {
      throw JOSEError(.unsupportedAlgorithm, "Tokens are accepted with RS256 or ES256 only.")
    }
    guard let key = keyLookup(header.keyID) else {
      throw JOSEError(.unknownKeyID, "No key with the token's key id is known.")
    }
    return try verify(with: key)
  }

  /// Verifies with one key.
  ///
  /// - Throws: ``JOSEError`` `algorithm_mismatch`, `invalid_signature` or `not_base64url`.
  public func verify(with key: VerificationKey) throws(JOSEError) -> VerifiedJWS {
    // The key decides the algorithm; the header is only compared with it. RFC 8725 §3.1.
    guard header.algorithm == key.algorithm.rawValue else {
      throw JOSEError(
        .algorithmMismatch, "The token names another algorithm than \(key.algorithm.rawValue).")
    }
    guard key.isValid(signature: signature, digest: signingInputDigest) else {
      throw JOSEError(.invalidSignature, "The signature does not belong to the token.")
    }
    return VerifiedJWS(
      payload: try unverifiedPayload(), header: header, signingInputDigest: signingInputDigest)
  }

  /// The payload without any proof of where it comes from; for showing to a developer.
  public func unverifiedPayload() throws(JOSEError) -> [UInt8] {
    guard let bytes = Base64URL.decode(payload) else { throw Self.notBase64URL }
    return bytes
  }

  private static let tooLong = JOSEError(.tooLong, "The token has more than \(maximumCount) bytes.")
  private static let notBase64URL = JOSEError(
    .notBase64URL, "A part of the token is not strict base64url: no padding, no spare bits.")
}
