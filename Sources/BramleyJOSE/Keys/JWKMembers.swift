import BramleyCrypto

/// The members of a JWK as they stand in JSON.
///
/// - Standard: RFC 7517 §4, RFC 7518 §6.
struct JWKMembers: Codable {
  var kty: String
  var kid: String?
  var use: String?
  var alg: String?
  var keyOperations: [String]?
  var crv: String?
  var x: String?
  var y: String?
  var n: String?
  var e: String?
  var d: String?
  var p: String?
  var q: String?
  var dp: String?
  var dq: String?
  var qi: String?
  var k: String?

  enum CodingKeys: String, CodingKey {
    case kty, kid, use, alg, crv, x, y, n, e, d, p, q, dp, dq, qi, k
    case keyOperations = "key_ops"
  }

  /// Whether the key is a shared secret.
  var isSymmetric: Bool { kty == "oct" || k != nil }

  init(_ key: VerificationKey, keyID: String) {
    kid = keyID
    use = "sig"
    alg = key.algorithm.rawValue
    switch key {
    case .rs256(let key):
      kty = "RSA"
      n = Base64URL.encode(key.modulus)
      e = Base64URL.encode(key.exponent)
    case .es256(let key):
      kty = "EC"
      crv = "P-256"
      x = Base64URL.encode(key.x)
      y = Base64URL.encode(key.y)
    }
  }

  /// The public key that the members describe, once all of them fit each other.
  ///
  /// - Parameter operation: What the key must be good for, `verify` or `sign`.
  /// - Throws: ``JOSEError`` `unusable_key` with the member that is wrong.
  func verificationKey(operation: String) throws(JOSEError) -> VerificationKey {
    if let use, use != "sig" { throw Self.unusable("`use` is not `sig`") }
    if let keyOperations, !keyOperations.contains(operation) {
      throw Self.unusable("`key_ops` does not allow `\(operation)`")
    }
    if let kid, kid.utf8.count > CompactJWS.maximumKeyIDCount {
      throw Self.unusable("`kid` is longer than \(CompactJWS.maximumKeyIDCount) bytes")
    }
    do throws(CryptoError) {
      switch kty {
      case "RSA": return .rs256(try rsaPublicKey())
      case "EC": return .es256(try p256PublicKey())
      default: break
      }
    } catch {
      throw Self.unusable(error.message)
    }
    throw Self.unusable("`kty` is neither `RSA` nor `EC`")
  }

  private func rsaPublicKey() throws(CryptoError) -> RSAPublicKey {
    guard crv == nil, x == nil, y == nil, k == nil, alg == nil || alg == "RS256" else {
      throw CryptoError(.invalidKey, "`kty`, `alg` and the other members do not fit each other")
    }
    return try RSAPublicKey(modulus: Self.number(n, "n"), exponent: Self.number(e, "e"))
  }

  private func p256PublicKey() throws(CryptoError) -> P256PublicKey {
    guard n == nil, e == nil, k == nil, crv == "P-256", alg == nil || alg == "ES256" else {
      throw CryptoError(.invalidKey, "`kty`, `crv`, `alg` and the other members do not fit each other")
    }
    return try P256PublicKey(x: Self.number(x, "x"), y: Self.number(y, "y"))
  }

  static func number(_ text: String?, _ name: String) throws(CryptoError) -> [UInt8] {
    guard let text, !text.isEmpty, let bytes = Base64URL.decode(text) else {
      throw CryptoError(.invalidKey, "`\(name)` is missing or not base64url")
    }
    return bytes
  }

  static func unusable(_ reason: String) -> JOSEError {
    JOSEError(.unusableKey, "The key cannot be used: \(reason).")
  }
}
