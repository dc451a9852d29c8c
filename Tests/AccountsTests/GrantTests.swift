import AppleIDClient
import BramleyCrypto
import Synchronization
import Testing

@testable import Accounts

@Suite("Grants")
struct GrantTests {
  @Test("an exchange waits for Apple five minutes and not longer (R17)")
  func exchangeGivesUp() async throws {
    let world = try World()
    let signedIn = try await world.signIn(code: world.apple.code())
    world.apple.fail(TestApple.down)
    await world.work.run()
    #expect(try await world.accounts.grants(of: signedIn.account.id).first?.state == .waiting)
    world.time.advance(.seconds(301))
    #expect(try await world.accounts.runJobs() == nil)
    #expect(try await world.accounts.grants(of: signedIn.account.id).first?.state == .missing)
    let events = try await world.accounts.events(of: signedIn.account.id, after: 0)
    #expect(events.last?.kind == .grantMissing)
  }

  @Test("a code of another person drops the grant (R17)")
  func otherPerson() async throws {
    let world = try World()
    let code = world.apple.code("000002.eve")
    let signedIn = try await world.signIn(code: code)
    await world.work.run()
    #expect(try await world.accounts.grants(of: signedIn.account.id).first?.state == .missing)
    #expect(
      try await world.accounts.events(of: signedIn.account.id, after: 0).last?.kind == .grantDropped)
  }

  @Test("Apple's token is sealed in the store; no row tells it", arguments: StoreKind.allCases)
  func sealed(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let code = world.apple.code()
    try await world.signIn(code: code)
    let waiting = try world.dump().joined()
    await world.work.run()
    let kept = try world.dump().joined()
    for secret in [code, "r." + code] {
      for spelling in [
        secret, Hex.encode(Array(secret.utf8)), Hex.encode(Array(secret.utf8)).uppercased(),
        "\(Array(secret.utf8))",
      ] {
        #expect(!waiting.contains(spelling) && !kept.contains(spelling))
      }
    }
  }

  @Test("a bare code waits for Apple and ends as a kept grant (R17)")
  func bareCode() async throws {
    let world = try World()
    let code = world.apple.code(clientID: "com.example.web")
    let proof = IdentityProof.appleCode(
      AppleCodeCredential(code: Secret(utf8: code), clientID: "com.example.web"))
    world.apple.fail(TestApple.down)
    await expectRefusal(.unavailable) { _ = try await world.accounts.signIn(with: proof) }
    world.apple.fail(nil)
    let signedIn = try await world.accounts.signIn(with: proof).signedIn()
    #expect(try await world.accounts.grants(of: signedIn.account.id).first?.state == .kept)
    await expectRefusal(.invalidIdPResponse) { _ = try await world.accounts.signIn(with: proof) }
  }

  // MARK: The daily check

  @Test("a check a day; a 5xx changes nothing; invalid_grant ends sessions (R37, FR-50)")
  func dailyCheck() async throws {
    let world = try World()
    let code = world.apple.code()
    let signedIn = try await world.signIn(code: code)
    await world.work.run()
    world.time.advance(.seconds(90_000))
    var tokens = try await world.accounts.refresh(signedIn.tokens.refreshToken).tokens
    #expect(try await world.accounts.scheduleChecks() == 1)
    world.apple.fail(TestApple.down)
    world.time.advance(.seconds(60))
    try await world.accounts.runJobs()
    tokens = try await world.accounts.refresh(tokens.refreshToken).tokens
    world.apple.fail(nil)
    world.apple.state.withLock { _ = $0.withdrawn.insert("r." + code) }
    world.time.advance(.seconds(3000))
    try await world.accounts.runJobs()
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.refresh(tokens.refreshToken) }
    #expect(try await world.accounts.scheduleChecks() == 0)
  }

  @Test(
    "what a daily check's refusal does: the person's withdrawal ends sessions and deletes nothing, ours does not (R37)",
    arguments: [
      (AppleServiceError.Code.invalidGrant, AppleServiceError.Fault.credential, true),
      (.invalidRequest, .credential, true), (.invalidRequest, .configuration, false),
      (.invalidClient, .configuration, false), (.malformed, .apple, false), (.throttled, .apple, false),
    ])
  func refusedCheck(code: AppleServiceError.Code, fault: AppleServiceError.Fault, endsSessions: Bool)
    async throws
  {
    let world = try World()
    let authorization = world.apple.code()
    let signedIn = try await world.signIn(code: authorization)
    await world.work.run()
    world.time.advance(.seconds(90_000))
    let tokens = try await world.accounts.refresh(signedIn.tokens.refreshToken).tokens
    #expect(try await world.accounts.scheduleChecks() == 1)
    world.apple.state.withLock { state in
      state.withdrawn.insert("r." + authorization)
      state.refusal = AppleServiceError(code, fault: fault, message: "no")
    }
    world.time.advance(.seconds(60))
    try await world.accounts.runJobs()
    let grant = try #require(try await world.accounts.grants(of: signedIn.account.id).first)
    #expect((grant.state == .revoked) == endsSessions)
    if endsSessions {
      await expectRefusal(.tokenExpired) { _ = try await world.accounts.refresh(tokens.refreshToken) }
    } else {
      _ = try await world.accounts.refresh(tokens.refreshToken)
    }
    #expect(try await world.accounts.list(limit: 9).first?.identities.count == 1)
    #expect(world.apple.revoked.isEmpty)
  }
}
