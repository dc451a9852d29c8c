import AppleIdentity
import BramleyCrypto
import BramleyJOSE
import FoundationEssentials
import Testing

@Suite("Client secret")
struct ClientSecretTests {
  typealias Apple = AppleFixture

  static let key = try! P256PrivateKey.generate()
  static let privateKey = ApplePrivateKey(key)

  static func signer(
    keyID: KeyID = "KEY1234567", key: ApplePrivateKey = privateKey, lifetime: Duration = .seconds(300)
  ) throws -> AppleClientSecretSigner {
    try AppleClientSecretSigner(teamID: "TEAM123456", keyID: keyID, privateKey: key, lifetime: lifetime)
  }

  struct Claims: Decodable {
    let iss: String
    let iat: Int
    let exp: Int
    let aud: String
    let sub: String
  }

  static func claims(_ secret: AppleClientSecret) throws -> Claims {
    let jws = try CompactJWS(secret.token.revealText() ?? "")
    #expect(
      jws.header.algorithm == "ES256" && jws.header.keyID == secret.keyID.rawValue && jws.header.type == nil)
    return try jws.verify(with: .es256(key.publicKey)).claims(as: Claims.self)
  }

  @Test("a signature that the library cannot make is signing_failed, and no secret is kept")
  func unsigned() throws {
    let signer = try AppleClientSecretSigner(
      teamID: "TEAM123456", keyID: "KEY1234567", privateKey: Self.privateKey,
      substitute: { _ throws(CryptoError) in throw CryptoError(.library, "Out of memory.") })
    let error = #expect(throws: AppleSetupError.self) {
      try signer.makeSecret(for: "com.example.app", at: Apple.now)
    }
    #expect(error?.code == .signingFailed)
    #expect(error?.message == "Out of memory.")
    var cache = AppleClientSecretCache()
    for _ in 0..<2 {
      #expect(throws: AppleSetupError.self) {
        try cache.secret(for: "com.example.app", signer: signer, at: Apple.now)
      }
    }
  }

  @Test(
    "a lifetime above Apple's six months, or under a minute, is refused with the limit: FR-09",
    arguments: [
      15_777_001, 200 * 86_400, 59, 0, -1,
    ])
  func lifetime(seconds: Int) {
    let error = #expect(throws: AppleSetupError.self) { try Self.signer(lifetime: .seconds(seconds)) }
    #expect(error?.code == .secretLifetime)
    #expect(error?.message.contains("15777000") == true)
  }

  @Test("a secret names team, app and key, lives five minutes, and was issued a minute ago")
  func secret() throws {
    let secret = try Self.signer().makeSecret(for: "com.example.web", at: Apple.now.addingTimeInterval(0.7))
    let claims = try Self.claims(secret)
    #expect(claims.iss == "TEAM123456" && claims.sub == "com.example.web")
    #expect(claims.aud == "https://appleid.apple.com")
    #expect(claims.iat == Apple.nowInSeconds - 60)
    #expect(claims.exp == Apple.nowInSeconds + 300)
    #expect(secret.expiresAt == Apple.now.addingTimeInterval(300))
    #expect("\(secret)".contains(secret.token.revealText() ?? "") == false)
  }

  @Test("the longest lifetime stays under Apple's limit with a clock a minute ahead: FR-09")
  func longest() throws {
    let secret = try Self.signer(lifetime: AppleClientSecret.maximumLifetime).makeSecret(
      for: "a", at: Apple.now)
    let claims = try Self.claims(secret)
    #expect(claims.exp - claims.iat == 15_777_000)
  }

  @Test("a kept secret serves for half its life, each app has its own")
  func cache() throws {
    var cache = AppleClientSecretCache()
    let signer = try Self.signer()
    let first = try cache.secret(for: "a", signer: signer, at: Apple.now)
    #expect(
      try cache.secret(for: "a", signer: signer, at: Apple.now.addingTimeInterval(150)).token == first.token)
    #expect(try cache.secret(for: "b", signer: signer, at: Apple.now).token != first.token)
    let later = try cache.secret(for: "a", signer: signer, at: Apple.now.addingTimeInterval(151))
    #expect(later.token != first.token)
    #expect(later.madeAt == Apple.now.addingTimeInterval(151))
    // A clock that was set back must not keep a secret from the future.
    let back = try cache.secret(for: "a", signer: signer, at: Apple.now)
    #expect(back.madeAt == Apple.now)
  }

  @Test("a new key id, or a new key under the old id, drops the kept secret at once: FR-10")
  func roll() throws {
    var cache = AppleClientSecretCache()
    let first = try cache.secret(for: "a", signer: Self.signer(), at: Apple.now)
    let renamed = try cache.secret(for: "a", signer: Self.signer(keyID: "KEY7654321"), at: Apple.now)
    #expect(renamed.keyID == "KEY7654321" && renamed.token != first.token)
    let other = ApplePrivateKey(try P256PrivateKey.generate())
    #expect(other.thumbprint != Self.privateKey.thumbprint)
    #expect(try cache.secret(for: "a", signer: Self.signer(key: other), at: Apple.now).token != first.token)
    // Both keys of a roll serve side by side.
    #expect(try cache.secret(for: "a", signer: Self.signer(), at: Apple.now).token == first.token)
  }

  @Test("the cache is bounded")
  func bound() throws {
    var cache = AppleClientSecretCache()
    let signer = try Self.signer()
    let first = try cache.secret(for: "0", signer: signer, at: Apple.now)
    for number in 1..<65 { _ = try cache.secret(for: ClientID("\(number)"), signer: signer, at: Apple.now) }
    #expect(try cache.secret(for: "0", signer: signer, at: Apple.now).token != first.token)
  }
}
