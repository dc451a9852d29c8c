import BramleyCrypto
import Testing

@Suite("Hashing")
struct HashingTests {
  @Test(
    "SHA-256 gives the digests of FIPS 180-4's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digest(text: String, hex: String) {
    #expect(SHA256.digest(utf8: text).hex == hex)
    #expect(SHA256.digest(Array(text.utf8)).hex == hex)
    #expect(SHA256.digest(Array("x\(text)".utf8).dropFirst()).hex == hex)
    #expect(SHA256Digest(bytes: SHA256.digest(utf8: text).bytes) == SHA256.digest(utf8: text))
  }

  @Test("a digest of another length than 32 bytes is none", arguments: [0, 31, 33])
  func wrongLength(count: Int) {
    #expect(SHA256Digest(bytes: [UInt8](repeating: 0, count: count)) == nil)
  }

  @Test("digests are keys of a dictionary")
  func hashable() {
    let digests = (0..<100).map { SHA256.digest(utf8: "\($0)") }
    #expect(Set(digests + digests).count == 100)
  }

  @Test("HMAC gives the code of RFC 4231's case for a long key, and refuses every altered one")
  func hmac() throws {
    let key = try HMACKey(Secret(bytes: [UInt8](repeating: 0xAA, count: 131)))
    let message = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
    let expected = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    for _ in 0..<3 { #expect(Hex.encode(key.authenticationCode(for: message)) == expected) }
    var code = key.authenticationCode(for: message)
    #expect(key.isValid(code, for: message))
    code[31] ^= 1
    #expect(!key.isValid(code, for: message))
    #expect(!key.isValid([], for: message))
  }

  @Test("HMAC refuses a key under 32 bytes")
  func shortKey() {
    #expect(throws: CryptoError(.keySize, "")) {
      try HMACKey(Secret(bytes: [UInt8](repeating: 1, count: 31)))
    }
  }

  @Test("purposes give unrelated keys, the same purpose the same key")
  func derivation() throws {
    let master = try MasterKey(id: "a", secret: Secret(bytes: [UInt8](repeating: 7, count: 32)))
    #expect(master.derive(purpose: "one") == master.derive(purpose: "one"))
    #expect(master.derive(purpose: "one") != master.derive(purpose: "two"))
    // Computed with `openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt hexkey:07…07 -kdfopt info:one HKDF`.
    #expect(Hex.encode(master.derive(purpose: "one").reveal()) == HashingTests.derivedByCommand)
  }

  static let derivedByCommand = "ff21ed6f978c1380d82eea35761c85809cd062322f8e297ed4f1aa8d82b2f013"
}
