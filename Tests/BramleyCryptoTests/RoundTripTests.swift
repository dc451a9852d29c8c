import BramleyCrypto
import Testing

@Suite("Primitives: there and back")
struct RoundTripTests {
  @Test("a P-256 key signs, travels as PEM and as its number, and verifies")
  func p256() throws {
    let key = try P256PrivateKey.generate()
    let message = Array("message".utf8)
    let signature = try key.sign(message)
    #expect(signature.count == 64)
    for copy in [try P256PrivateKey(pem: key.pem()), try P256PrivateKey(scalar: key.scalar())] {
      #expect(copy.publicKey.x == key.publicKey.x)
      #expect(copy.publicKey.y == key.publicKey.y)
      #expect(copy.publicKey.verify(signature: signature, message: message))
      #expect(try key.publicKey.verify(signature: copy.sign(message), message: message))
    }
    #expect(!key.publicKey.verify(signature: signature, message: Array("massage".utf8)))
  }

  @Test("an RSA key signs, travels as PEM and as its numbers, and verifies")
  func rsa() throws {
    let key = try RSAPrivateKey.generate()
    let message = Array("message".utf8)
    let signature = try key.signPKCS1SHA256(message)
    for copy in [try RSAPrivateKey(pem: key.pem()), try RSAPrivateKey(key.revealNumbers())] {
      #expect(copy.publicKey.modulus == key.publicKey.modulus)
      #expect(try copy.signPKCS1SHA256(message) == signature)
    }
    #expect(key.publicKey.verifyPKCS1SHA256(signature: signature, message: message))
    #expect(!key.publicKey.verifyPKCS1SHA256(signature: signature, message: Array("massage".utf8)))
  }

  @Test("a sealed value opens with the same binding, also after the key was rotated")
  func sealing() throws {
    let old = try MasterKey(id: "2025", secret: Secret(bytes: [UInt8](repeating: 1, count: 32)))
    let new = try MasterKey(id: "2026", secret: Secret(bytes: [UInt8](repeating: 2, count: 32)))
    let before = try SealingKeyRing(MasterKeyRing(current: old), purpose: "grants")
    let after = try SealingKeyRing(MasterKeyRing(current: new, previous: [old]), purpose: "grants")
    for value in [[], Array("value".utf8)] {
      let sealed = try before.seal(value, binding: Array("row 1".utf8))
      #expect(try SealingKeyRing.keyID(of: sealed) == "2025")
      #expect(try after.open(sealed, binding: Array("row 1".utf8)) == value)
    }
  }

  @Test("a password fits its hash and no other does")
  func password() throws {
    let cheap = Argon2id.Parameters(memoryInKiB: 64, passes: 1, lanes: 1)
    let hash = try Argon2id.hash(
      password: Secret(utf8: "correct horse"), salt: Array("0123456789abcdef".utf8), parameters: cheap)
    #expect(Argon2id.parameters(of: hash) == cheap)
    #expect(try Argon2id.verify(password: Secret(utf8: "correct horse"), encoded: hash))
    #expect(try !Argon2id.verify(password: Secret(utf8: "correct house"), encoded: hash))
  }
}
