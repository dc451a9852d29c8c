import Testing

@testable import BramleyCrypto

@Suite("Password hashes of other services")
struct ImportedHashTests {
  @Test("Firebase's scrypt gives the hash of its own example")
  func firebase() throws {
    let key = try #require(
      Base64.decode(
        "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="))
    let parameters = try #require(
      FirebaseScrypt(signerKey: Secret(bytes: key), saltSeparator: [7], rounds: 8, memoryCost: 14))
    let hash = try parameters.hash(
      Secret(utf8: "user1password"), salt: try #require(Base64.decode("42xEC+ixf3L2lw==")))
    #expect(
      Base64.encode(hash)
        == "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==")
  }

  @Test(
    "Firebase's parameters beyond its own limits are none",
    arguments: [(0, 14), (9, 14), (8, 0), (8, 15), (Int(Int32.max), 14), (8, 62)])
  func firebaseLimits(rounds: Int, memoryCost: Int) {
    #expect(
      FirebaseScrypt(
        signerKey: Secret(bytes: [1]), saltSeparator: [], rounds: rounds, memoryCost: memoryCost) == nil)
  }

  @Test(
    "scrypt gives the vectors of RFC 7914 §12",
    arguments: [
      (
        "", "", 16, 1, 1,
        "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
      ),
      (
        "password", "NaCl", 1024, 8, 16,
        "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
      ),
      (
        "pleaseletmein", "SodiumChloride", 16_384, 8, 1,
        "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
      ),
    ])
  func scrypt(password: String, salt: String, n: Int, r: Int, p: Int, hex: String) throws {
    let cost = try #require(Scrypt.Cost(memory: n, blockSize: r, parallelization: p))
    let output = try Scrypt.derive(
      password: Secret(utf8: password), salt: Array(salt.utf8), cost: cost, count: 64)
    #expect(Hex.encode(output) == hex)
  }

  @Test(
    "scrypt's costs that could stop the service are none",
    arguments: [
      (1, 8, 1), (1000, 8, 1), (1 << 20, 8, 1), (65_536, 64, 1), (16_384, 8, 17), (16_384, 0, 1),
      (Int(Int32.max), 8, 1), (65_536, 8, 16),
    ])
  func scryptLimits(n: Int, r: Int, p: Int) {
    #expect(Scrypt.Cost(memory: n, blockSize: r, parallelization: p) == nil)
  }

  @Test(
    "PBKDF2 gives the vectors of RFC 6070 and RFC 7914 §11",
    arguments: [
      (DigestAlgorithm.sha1, "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
      (
        .sha1, "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
        "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
      ),
      (
        .sha256, "passwd", "salt", 1,
        "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbcf90da21ac2e41a5c1ac98c6c0b4c6a8f"
      ),
    ] as [(DigestAlgorithm, String, String, Int, String)])
  func pbkdf2(digest: DigestAlgorithm, password: String, salt: String, rounds: Int, hex: String) throws {
    // The RFC's 64 bytes begin with the first block, whatever length is asked for.
    let count = digest == .sha256 ? 32 : hex.utf8.count / 2
    let output = try digest.derive(
      password: Secret(utf8: password), salt: Array(salt.utf8), rounds: rounds, count: count)
    #expect(Hex.encode(output) == hex.prefix(count * 2))
  }

  @Test("PBKDF2 refuses rounds that could stop the service", arguments: [0, -1, 1_000_001, Int(Int32.max)])
  func pbkdf2Limits(rounds: Int) {
    #expect(throws: CryptoError(.passwordHash, "")) {
      try DigestAlgorithm.sha256.derive(password: Secret(utf8: "x"), salt: [], rounds: rounds, count: 32)
    }
  }

  @Test(
    "digests and codes are those of FIPS 180-4, RFC 1321 and RFC 2202",
    arguments: [
      (DigestAlgorithm.md5, "900150983cd24fb0d6963f7d28e17f72", "750c783e6ab0b503eaa86e310a5db738"),
      (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
      (
        .sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
    ] as [(DigestAlgorithm, String, String)])
  func digests(algorithm: DigestAlgorithm, abc: String, code: String) throws {
    #expect(Hex.encode(try algorithm.digest(Array("abc".utf8))) == abc)
    #expect(
      Hex.encode(
        try algorithm.authenticationCode(
          for: Array("what do ya want for nothing?".utf8), key: Secret(utf8: "Jefe"))) == code)
  }

  @Test(
    "bcrypt knows its own hashes",
    arguments: [
      ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
      ("U*U*", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"),
    ])
  func bcrypt(password: String, hash: String) throws {
    #expect(try Bcrypt.verify(password: Secret(utf8: password), encoded: hash))
    #expect(try !Bcrypt.verify(password: Secret(utf8: password + "x"), encoded: hash))
    #expect(try !Bcrypt.verify(password: Secret(utf8: password + "\0"), encoded: hash))
  }

  @Test(
    "what is no bcrypt hash, or costs too much, is refused",
    arguments: [
      "", "$2a$15$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "$2a$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe", "$6$salt$hash", "*0",
    ])
  func bcryptRefusals(hash: String) {
    #expect(!Bcrypt.isHash(hash))
    #expect(throws: CryptoError(.passwordHash, "")) {
      try Bcrypt.verify(password: Secret(utf8: "U*U"), encoded: hash)
    }
  }
}
