import BramleyCrypto

/// Signs claims under one key; the header is made once.
///
/// - Standard: RFC 7519 §7.1.
public struct JWTSigner: Sendable {
  /// The id of the key, as the header names it.
  public let keyID: String
  /// The key.
  public let key: SigningKey
  /// The encoded header and the dot behind it.
  private let headerAndDot: [UInt8]
  /// What signs in place of the key; nil but in tests of a library that fails.
  private let substitute: SigningKey.Work?

  /// Makes a signer.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - keyID: The key's id for the header.
  ///   - type: The header's `typ`; Apple's tokens have none.
  public init(key: SigningKey, keyID: String, type: String? = "JWT") throws(JOSEError) {
    try self.init(key: key, keyID: keyID, type: type, substitute: nil)
  }

  /// Makes a signer that lets another work sign in the key's place.
  package init(
    key: SigningKey, keyID: String, type: String? = "JWT", substitute: SigningKey.Work?
  ) throws(JOSEError) {
    struct Header: Encodable {
      let alg: String
      let kid: String
      let typ: String?
    }
    let header = try JSONValue.encode(Header(alg: key.algorithm.rawValue, kid: keyID, typ: type))
    self.key = key
    self.keyID = keyID
    self.substitute = substitute
    headerAndDot = Base64URL.encodeToBytes(header) + [UInt8(ascii: ".")]
  }

  /// The encoded header and the dot behind it; a token of ours starts with these very bytes, so most
  /// garbage can be told without a signature check.
  public var prefix: [UInt8] { headerAndDot }

  /// Signs claims.
  ///
  /// - Throws: ``JOSEError`` `invalid_claims` when they cannot be written, `signing_failed`.
  public func sign(_ claims: some Encodable) throws(JOSEError) -> String {
    try sign(payload: JSONValue.encode(claims))
  }

  /// Signs a payload that is JSON already.
  ///
  /// - Throws: ``JOSEError`` `signing_failed`.
  public func sign(payload: [UInt8]) throws(JOSEError) -> String {
    var token = headerAndDot
    token.reserveCapacity(headerAndDot.count + payload.count * 4 / 3 + 400)
    token += Base64URL.encodeToBytes(payload)
    let signature =
      if let substitute { try SigningKey.sign(token, by: substitute) } else { try key.sign(token) }
    token.append(UInt8(ascii: "."))
    token += Base64URL.encodeToBytes(signature)
    return String(decoding: token, as: UTF8.self)
  }
}
