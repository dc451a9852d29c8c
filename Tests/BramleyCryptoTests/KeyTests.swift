import BramleyCrypto
import Testing

@Suite("RSA and P-256 keys")
struct KeyTests {
  static func code(_ body: () throws(CryptoError) -> Void) -> CryptoError.Code? {
    do throws(CryptoError) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  static func odd(_ bits: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: 3) + [UInt8(1 << ((bits - 1) % 8))]
      + [UInt8](repeating: 0xFF, count: (bits - 1) / 8)
  }

  @Test(
    "a modulus outside 2048 to 8192 bits is refused, leading zeros or not",
    arguments: [
      (2047, true), (2048, false), (8192, false), (8193, true), (1024, true), (16_384, true),
    ])
  func modulus(bits: Int, isRefused: Bool) {
    let code = Self.code { () throws(CryptoError) in
      _ = try RSAPublicKey(modulus: Self.odd(bits), exponent: [1, 0, 1])
    }
    #expect(code == (isRefused ? .keySize : nil))
  }

  @Test(
    "an exponent that is even, one, zero or giant is refused, and so is an even modulus",
    arguments: [
      [], [0], [1], [2], [1, 0, 0], [1, 0, 0, 0, 1], [0, 0, 1],
    ] as [[UInt8]])
  func exponent(bytes: [UInt8]) {
    #expect(
      Self.code { () throws(CryptoError) in _ = try RSAPublicKey(modulus: Self.odd(2048), exponent: bytes) }
        == .invalidKey)
    let even = Self.odd(2048).dropLast() + [2]
    #expect(
      Self.code { () throws(CryptoError) in _ = try RSAPublicKey(modulus: Array(even), exponent: [3]) }
        == .invalidKey)
  }

  @Test("an empty or giant key is refused at generation too", arguments: [0, 512, 16_384])
  func generation(bits: Int) {
    #expect(Self.code { () throws(CryptoError) in _ = try RSAPrivateKey.generate(bits: bits) } == .keySize)
  }

  @Test("an RSA signature of another length or with one bit changed is refused")
  func rsaSignature() throws {
    let key = try RSAPrivateKey.generate()
    let signature = try key.signPKCS1SHA256([1, 2, 3])
    for other in [[], signature + [0], [0] + signature, Array(signature.dropLast())] {
      #expect(!key.publicKey.verifyPKCS1SHA256(signature: other, message: [1, 2, 3]))
    }
    for index in [0, 100, 255] {
      var other = signature
      other[index] ^= 1
      #expect(!key.publicKey.verifyPKCS1SHA256(signature: other, message: [1, 2, 3]))
    }
    // A context that has refused is as good as before.
    #expect(key.publicKey.verifyPKCS1SHA256(signature: signature, message: [1, 2, 3]))
  }

  @Test("a point off the curve, at infinity or of another length is refused")
  func point() throws {
    let key = try P256PrivateKey.generate().publicKey
    var off = key.y
    off[31] ^= 1
    for (x, y) in [
      (key.x, off), ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32)), (key.x, []),
      (key.x + [0], key.y), ([UInt8](repeating: 0xFF, count: 32), key.y),
    ] {
      #expect(Self.code { () throws(CryptoError) in _ = try P256PublicKey(x: x, y: y) } == .invalidKey)
    }
  }

  static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"

  @Test(
    "a secret number outside 1…n−1 is refused",
    arguments: [
      String(repeating: "0", count: 64), order, String(repeating: "f", count: 64), "01", "",
    ])
  func scalar(hex: String) throws {
    let secret = Secret(bytes: try #require(Hex.decode(hex)))
    #expect(Self.code { () throws(CryptoError) in _ = try P256PrivateKey(scalar: secret) } == .invalidKey)
  }

  @Test("the numbers 1 and n−1 are keys, whose points mirror each other")
  func edges() throws {
    let one = Secret(bytes: [UInt8](repeating: 0, count: 31) + [1])
    let last = Secret(bytes: try #require(Hex.decode(String(Self.order.dropLast(2)) + "50")))
    #expect(try P256PrivateKey(scalar: one).publicKey.x == P256PrivateKey(scalar: last).publicKey.x)
    #expect(try P256PrivateKey(scalar: one).publicKey.y != P256PrivateKey(scalar: last).publicKey.y)
    #expect(try P256PrivateKey(scalar: one).scalar() == one)
  }

  @Test("a raw signature with r or s outside 1…n−1, or of another length, is refused: A15")
  func rawSignature() throws {
    let key = try P256PrivateKey.generate()
    let good = try key.sign([1])
    let zero = [UInt8](repeating: 0, count: 32)
    let order = try #require(Hex.decode(Self.order))
    for signature in [
      zero + zero, zero + good[32...], good[..<32] + zero, order + good[32...], good[..<32] + order, [],
      good + [0],
      Array(good.dropLast()), [UInt8](repeating: 0xFF, count: 64),
    ] as [[UInt8]] {
      #expect(!key.publicKey.verify(signature: signature, message: [1]))
    }
    #expect(key.publicKey.verify(signature: good, message: [1]))
  }

  @Test("signatures keep 64 bytes when r or s is short")
  func shortHalves() throws {
    let key = try P256PrivateKey.generate()
    // One signature in 128 has a leading zero byte in a half.
    for number in 0..<600 {
      let message = Array("\(number)".utf8)
      let signature = try key.sign(message)
      #expect(signature.count == 64)
      #expect(key.publicKey.verify(signature: signature, message: message))
    }
  }
}
