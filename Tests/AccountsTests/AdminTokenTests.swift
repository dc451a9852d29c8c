import BramleyCrypto
import Testing

@testable import Accounts

@Suite("Admin tokens")
struct AdminTokenTests {
  @Test(
    "a name that would blur a log line is refused: R3",
    arguments: ["", " ci", "a\nb", String(repeating: "x", count: 65), "naïve", "owner", "command"])
  func names(name: String) async throws {
    let world = try World()
    await expectRefusal(.invalidAdminTokenName) {
      _ = try await world.accounts.adminTokens.create(name: name, scopes: [])
    }
    #expect(try world.dump() == [])
  }

  @Test("a second token of a name, and an unknown id, are refused: R3")
  func refusals() async throws {
    let world = try World()
    let tokens = world.accounts.adminTokens
    _ = try await tokens.create(name: "ci", scopes: ["accounts.read"])
    await expectRefusal(.adminTokenExists) { _ = try await tokens.create(name: "ci", scopes: []) }
    await expectRefusal(.adminTokenNotFound) { try await tokens.revoke("nobody") }
    for number in 1..<AdminTokens.limit { _ = try await tokens.create(name: "t\(number)", scopes: []) }
    await expectRefusal(.adminTokenLimitExceeded) { _ = try await tokens.create(name: "more", scopes: []) }
  }

  @Test("a token is good until its time or its revocation, and is nowhere in the store: R3")
  func life() async throws {
    let world = try World(.sqlite)
    let tokens = world.accounts.adminTokens
    let (token, secret) = try await tokens.create(name: "ci", scopes: ["b", "a"], lifetime: .seconds(60))
    #expect(token.scopes == ["a", "b"])
    #expect(try await tokens.token(presented: secret) == token)
    #expect(try await tokens.token(presented: Secret(utf8: "bramley_admin_x")) == nil)
    let text = try #require(secret.revealText())
    #expect(try !world.dump().contains { $0.contains(Hex.encode(Array(text.utf8)).uppercased()) })
    world.time.advance(.seconds(60))
    #expect(try await tokens.token(presented: secret) == nil)
    let (other, otherSecret) = try await tokens.create(name: "ci", scopes: [])
    #expect(try await tokens.all() == [other])
    try await tokens.revoke(other.id)
    #expect(try await tokens.token(presented: otherSecret) == nil)
  }

  @Test("the audit says who: R3", arguments: StoreKind.allCases)
  func audit(_ kind: StoreKind) async throws {
    let world = try World(kind)
    var facts = ClientFacts()
    facts.administrator = "ci"
    let account = try await world.accounts.create(AdministrativeUpdate(), client: facts)
    var update = AdministrativeUpdate()
    update.isDisabled = true
    _ = try await world.accounts.administer(account.id, update, client: facts)
    try await world.accounts.endSessions(of: account.id, client: facts)
    let events = try await world.accounts.events(of: account.id, after: 0)
    #expect(
      events.map(\.kind.name) == ["accountCreated", "accountDisabled", "accountChanged", "sessionsEnded"])
    #expect(AuditEvent.Kind.reauthenticated.name == "reauthenticated")
    #expect(
      [0, -1, .min, 99].map { AuditEvent.Kind(rawValue: $0).name }.allSatisfy { $0.hasPrefix("kind ") })
    #expect(events.map(\.detail) == ["by ci", "by ci", "by ci", "administrator by ci"])
    try await world.accounts.delete(account.id, client: facts)
  }
}
