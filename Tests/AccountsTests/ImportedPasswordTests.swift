import BramleyCrypto
import Testing

@testable import Accounts

@Suite("Imported password hashes")
struct ImportedPasswordTests {
  private static let key = Secret(bytes: [UInt8](repeating: 7, count: 64))
  private static let salt = Array("salt".utf8)

  /// A hash of `correct horse` by an algorithm.
  private static func hash(_ algorithm: ImportedHash.Algorithm) throws -> ImportedHash {
    let password = Secret(utf8: "correct horse")
    let bytes: [UInt8] =
      switch algorithm {
      case .firebaseScrypt(let scrypt): try scrypt.hash(password, salt: salt)
      case .scrypt(let cost): try Scrypt.derive(password: password, salt: salt, cost: cost, count: 32)
      case .pbkdf2(let digest, let rounds):
        try digest.derive(password: password, salt: salt, rounds: rounds, count: 32)
      case .digest(let digest, let rounds, let order):
        try (1..<max(rounds, 1)).reduce(digest.digest(input(order))) { value, _ in try digest.digest(value) }
      case .hmac(let digest, let key, let order): try digest.authenticationCode(for: input(order), key: key)
      }
    return try #require(ImportedHash(algorithm, salt: salt, hash: bytes))
  }

  private static func input(_ order: ImportedHash.InputOrder) -> [UInt8] {
    let text = Array("correct horse".utf8)
    return order == .passwordFirst ? text + salt : salt + text
  }

  private static let algorithms: [ImportedHash.Algorithm] = {
    var all: [ImportedHash.Algorithm] = []
    if let scrypt = FirebaseScrypt(signerKey: key, saltSeparator: [7], rounds: 1, memoryCost: 4) {
      all.append(.firebaseScrypt(scrypt))
    }
    if let cost = Scrypt.Cost(memory: 16, blockSize: 1, parallelization: 1) { all.append(.scrypt(cost)) }
    for digest in DigestAlgorithm.allCases {
      all += [
        .pbkdf2(digest, rounds: 3), .digest(digest, rounds: 2, order: .saltFirst),
        .digest(digest, rounds: 0, order: .unknown), .hmac(digest, key: key, order: .passwordFirst),
      ]
    }
    return all
  }()

  @Test("each kind knows its password, also behind its text, and no other", arguments: algorithms.indices)
  func verifies(index: Int) throws {
    let hash = try Self.hash(Self.algorithms[index])
    let again = try #require(ImportedHash(encoded: hash.encoded))
    #expect(again.encoded == hash.encoded)
    #expect(try again.verify(Secret(utf8: "correct horse")))
    #expect(try !again.verify(Secret(utf8: "wrong horse")))
  }

  @Test(
    "texts that are damaged or ask for too much are none",
    arguments: [
      "", "$import$", "$import$sha256$i=1$c2FsdA$c2hvcnQ", "$import$pbkdf2-sha256$i=2147483648$c2FsdA$",
      "$import$pbkdf2-sha256$i=2000000$c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      "$import$scrypt$n=1048576,r=8,p=1$c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      "$import$md5$i=8193,o=sp$c2FsdA$AAAAAAAAAAAAAAAAAAAAAA",
      "$import$hmac-sha256$o=sp,k=$c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
      "$import$crc32$i=1$c2FsdA$AAAA",
    ])
  func damaged(text: String) { #expect(ImportedHash(encoded: text) == nil) }

  @Test(
    "parameters out of bounds are refused and named",
    arguments: [
      ("SCRYPT", Int64(9), Int64(14), ImportFault.Code.invalidHashParameters),
      ("SCRYPT", 8, 15, .invalidHashParameters),
      ("PBKDF2_SHA256", Int64(1) << 31, nil, .invalidHashParameters),
      ("PBKDF_SHA1", 0, nil, .invalidHashParameters),
      ("SHA256", 8193, nil, .invalidHashParameters), ("MD5", -1, nil, .invalidHashParameters),
      ("STANDARD_SCRYPT", nil, Int64(1) << 40, .invalidHashParameters),
      ("HMAC_SHA256", nil, nil, .invalidHashParameters),
      ("ROT13", nil, nil, .unknownHashAlgorithm), ("HMAC_ROT13", nil, nil, .unknownHashAlgorithm),
    ] as [(String, Int64?, Int64?, ImportFault.Code)])
  func refusedParameters(algorithm: String, rounds: Int64?, memory: Int64?, code: ImportFault.Code) {
    var parameters = ImportedHashRule.Parameters()
    parameters.algorithm = algorithm
    parameters.rounds = rounds
    parameters.memoryCost = memory
    if algorithm == "SCRYPT" { parameters.signerKey = "BwcHBw==" }
    #expect(throws: ImportFault(code, "")) { try ImportedHashRule(parameters) }
  }

  @Test(
    "a hash that its algorithm cannot have given is refused",
    arguments: [
      ("SHA256", "c2hvcnQ=", ImportFault.Code.invalidPasswordHash), ("SHA256", "%%%", .invalidPasswordHash),
      ("BCRYPT", "c2hvcnQ=", .invalidPasswordHash), (nil, "c2hvcnQ=", .missingHashAlgorithm),
      (nil, "$argon2id$v=19$m=4000000,t=2,p=1$c2FsdHNhbHQ$aGFzaA", .invalidPasswordHash),
      (nil, "$1$salt$hash", .invalidPasswordHash),
    ] as [(String?, String, ImportFault.Code)])
  func refusedHashes(algorithm: String?, hash: String, code: ImportFault.Code) throws {
    var parameters = ImportedHashRule.Parameters()
    parameters.algorithm = algorithm
    parameters.rounds = 1
    let rule = try ImportedHashRule(parameters)
    #expect(throws: ImportFault(code, "")) { try rule.encoded(hash: hash, salt: nil) }
  }

  @Test(
    "an imported account signs in, its hash becomes Argon2id, a wrong password changes nothing",
    arguments: StoreKind.allCases)
  func upgrades(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let hash = try Self.hash(.digest(.md5, rounds: 1, order: .saltFirst)).encoded
    var account = Account(id: Account.ID(unchecked: "imported"), createdAt: world.time.now())
    account.email = "ann@example.com"
    account.passwordHash = hash
    #expect(
      try await world.accounts.importAccounts([ImportedAccount(account: account)], overwrites: false) == [])
    let before = try world.dump()
    await expectRefusal(.invalidPassword) {
      _ = try await world.accounts.signIn(email: "ann@example.com", password: Secret(utf8: "wrong horse"))
    }
    #expect(try world.dump() == before)
    let signedIn = try await world.accounts.signIn(
      email: "ann@example.com", password: Secret(utf8: "correct horse"))
    #expect(signedIn.account.id.text == "imported")
    let stored = try await world.accounts.accounts(by: [.email("ann@example.com")]).first?.passwordHash
    #expect(stored?.hasPrefix("$argon2id$") == true)
    _ = try await world.accounts.signIn(email: "ann@example.com", password: Secret(utf8: "correct horse"))
  }
}
