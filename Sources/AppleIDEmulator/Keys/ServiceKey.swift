import BramleyCrypto
import BramleyJOSE
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One key of the emulated service's set: it signs identity tokens and notifications.
struct ServiceKey: Sendable {
  /// Ten characters, as Apple's have today; nobody should rely on the length.
  let keyID: String
  /// The key itself.
  let key: RSAPrivateKey
  /// When it was made; the order of the set.
  let createdAt: Date
  private let signer: JWTSigner

  init(keyID: String, key: RSAPrivateKey, createdAt: Date) throws {
    self.keyID = keyID
    self.key = key
    self.createdAt = createdAt
    // Apple's tokens carry no `typ`.
    signer = try JWTSigner(key: .rs256(key), keyID: keyID, type: nil)
  }

  /// Makes a key of 2048 bits; takes from 50 ms to half a second of processor time.
  static func generate(random: any RandomSource, now: Date) throws -> ServiceKey {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let id = random.bytes(10).map { alphabet[Int($0) % alphabet.count] }
    return try ServiceKey(
      keyID: String(decoding: id, as: UTF8.self), key: try RSAPrivateKey.generate(), createdAt: now)
  }

  /// Signs claims as a compact JWS.
  func sign(_ claims: [UInt8]) throws -> String { try signer.sign(payload: claims) }

  /// The public half as a member of a JWK set.
  var publicMember: PublicMember {
    PublicMember(
      kid: keyID, n: Base64URL.encode(key.publicKey.modulus), e: Base64URL.encode(key.publicKey.exponent))
  }

  /// A key as `/auth/keys` shows it.
  struct PublicMember: Encodable, Sendable {
    let kty = "RSA"
    let kid: String
    let use = "sig"
    let alg = "RS256"
    let n: String
    let e: String
  }
}
