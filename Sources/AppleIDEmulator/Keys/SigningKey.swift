import BramleyCrypto
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One key of the emulated service's set.
struct SigningKey: Sendable {
  /// Ten characters, as Apple's have today; nobody should rely on the length.
  let keyID: String
  /// The key itself.
  let key: RSAPrivateKey
  /// When it was made; the order of the set.
  let createdAt: Date

  /// The public half as a member of a JWK set.
  func publicMember() -> PublicMember {
    PublicMember(
      kid: keyID, n: Base64URL.encode(key.publicKey.modulus), e: Base64URL.encode(key.publicKey.exponent))
  }

  /// A key as `/auth/keys` shows it.
  struct PublicMember: Codable, Sendable {
    var kty = "RSA"
    let kid: String
    var use = "sig"
    var alg = "RS256"
    let n: String
    let e: String
  }

  /// A random key id.
  static func makeKeyID(random: any RandomSource) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    return String(decoding: random.bytes(10).map { alphabet[Int($0) % alphabet.count] }, as: UTF8.self)
  }
}
