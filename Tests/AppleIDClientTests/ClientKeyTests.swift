import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyHTTP
import Testing

@Suite("The team's keys")
struct ClientKeyTests {
  /// Takes secrets of one key id only.
  static func apple(taking keyID: String) -> ScriptedApple {
    ScriptedApple { (request, _) async throws(HTTPClientError) in
      let form = FormFields(parsing: String(decoding: request.body, as: UTF8.self))
      let used = try? Fixtures.keyID(ofSecret: form?["client_secret"])
      return used == keyID ? CodeExchangeTests.tokens : .refusal("invalid_client")
    }
  }

  static func usedKeys(_ apple: ScriptedApple) throws -> [String?] {
    try apple.requests.indices.map { try Fixtures.keyID(ofSecret: apple.form($0 + 1)?["client_secret"]) }
  }

  @Test("neither key is taken: the configuration is at fault, and the sentence says what to check (FR-12)")
  func bothRefused() async throws {
    let apple = Self.apple(taking: "KEY0000003")
    let client = Fixtures.client(
      apple,
      credentials: AppleClientCredentials(
        try Fixtures.signer("KEY0000001"), other: try Fixtures.signer("KEY0000002")))
    let error = await failure { () async throws(AppleServiceError) in
      try await client.exchange(CodeExchangeTests.native)
    }
    #expect(error?.code == .invalidClient)
    for word in ["key id", "team id", "com.example.app", "clock", "doctor"] {
      #expect(error?.message.contains(word) == true, "\(word)")
    }
    #expect(try Self.usedKeys(apple) == ["KEY0000001", "KEY0000002"])
  }

  @Test("while keys are changed the other one helps out, and is used first from then on")
  func roll() async throws {
    let apple = Self.apple(taking: "KEY0000002")
    let client = Fixtures.client(
      apple,
      credentials: AppleClientCredentials(
        try Fixtures.signer("KEY0000001"), other: try Fixtures.signer("KEY0000002")))
    for _ in 0..<3 { _ = try await client.exchange(CodeExchangeTests.native) }
    #expect(
      try Self.usedKeys(apple) == ["KEY0000001", "KEY0000002", "KEY0000002", "KEY0000002"])
  }

  @Test("a code that is refused is not tried with the other key")
  func grantIsNotRetried() async throws {
    let apple = ScriptedApple(answers: [.success(.refusal("invalid_grant"))])
    let client = Fixtures.client(
      apple,
      credentials: AppleClientCredentials(
        try Fixtures.signer("KEY0000001"), other: try Fixtures.signer("KEY0000002")))
    let error = await failure { () async throws(AppleServiceError) in
      try await client.exchange(CodeExchangeTests.native)
    }
    #expect(error?.code == .invalidGrant)
    #expect(apple.requests.count == 1)
  }

  @Test("after the configuration was read anew the next exchange is signed by the new key (FR-10)")
  func reload() async throws {
    let apple = ScriptedApple(answers: [.success(CodeExchangeTests.tokens)])
    let client = Fixtures.client(
      apple, credentials: AppleClientCredentials(try Fixtures.signer("KEY0000001")))
    _ = try await client.exchange(CodeExchangeTests.native)
    client.use(AppleClientCredentials(try Fixtures.signer("KEY0000002")))
    _ = try await client.exchange(CodeExchangeTests.native)
    #expect(try Self.usedKeys(apple) == ["KEY0000001", "KEY0000002"])
    client.use(nil)
    #expect(!client.canCall)
  }

  @Test("another key under the same id is another key (FR-10)")
  func sameID() async throws {
    let apple = ScriptedApple(answers: [.success(CodeExchangeTests.tokens)])
    let client = Fixtures.client(
      apple, credentials: AppleClientCredentials(try Fixtures.signer("KEY0000001")))
    _ = try await client.exchange(CodeExchangeTests.native)
    client.use(AppleClientCredentials(try Fixtures.signer("KEY0000001")))
    _ = try await client.exchange(CodeExchangeTests.native)
    #expect(apple.form(1)?["client_secret"] != apple.form(2)?["client_secret"])
  }

  @Test("a secret is used again for half its life, then made anew; each client id has its own")
  func reuse() async throws {
    let clock = ManualClock()
    let apple = ScriptedApple(answers: [.success(CodeExchangeTests.tokens)])
    let client = Fixtures.client(
      apple, credentials: AppleClientCredentials(try Fixtures.signer("KEY0000001")), clock: clock)
    _ = try await client.exchange(CodeExchangeTests.native)
    _ = try await client.exchange(CodeExchangeTests.native)
    clock.advance(by: .seconds(200))
    _ = try await client.exchange(CodeExchangeTests.native)
    var web = CodeExchangeTests.native
    web.clientID = "com.example.web"
    _ = try await client.exchange(web)
    let secrets = (1...4).map { apple.form($0)?["client_secret"] }
    #expect(secrets[0] == secrets[1])
    #expect(secrets[1] != secrets[2])
    #expect(Set(secrets).count == 3)
  }
}
