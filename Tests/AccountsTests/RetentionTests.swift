import BramleyCrypto
import Testing

@testable import Accounts

@Suite("What is kept, and for how long")
struct RetentionTests {
  private static let client = ClientFacts(address: "192.0.2.77", userAgent: "Firefox")

  private func world() throws -> World {
    try World(.sqlite) { policy in
      policy.retention = Retention(
        audit: .seconds(30 * 86_400), sessions: .seconds(2 * 86_400), addresses: .seconds(7 * 86_400),
        grants: .seconds(5 * 86_400), tombstones: .seconds(60 * 86_400))
    }
  }

  private func rows(_ world: World, _ prefix: String) throws -> [String] {
    try world.dump().filter { $0.hasPrefix(prefix + " ") }
  }

  @Test("the sweep forgets each kind of record at its age, by the clock (R44)")
  func ages() async throws {
    let world = try world()
    _ = try await world.accounts.signIn(with: world.apple(), client: Self.client)
    let second = try await world.accounts.signIn(with: world.apple(), client: Self.client).signedIn()
    _ = try await world.accounts.signOut(second.tokens.refreshToken)
    let id = second.account.id
    try await world.accounts.sweep()
    #expect(try await world.accounts.sessionHistory(of: id).count == 2)
    world.time.advance(.seconds(2 * 86_400 + 1))
    try await world.accounts.sweep()
    #expect(try await world.accounts.sessionHistory(of: id).count == 1)
    #expect(try world.dump().contains { $0.contains("192.0.2.77") })
    world.time.advance(.seconds(5 * 86_400))
    try await world.accounts.sweep()
    #expect(!(try world.dump().contains { $0.contains("192.0.2.77") }))
    #expect(try rows(world, "event").count == 4)
    world.time.advance(.seconds(23 * 86_400))
    try await world.accounts.sweep()
    #expect(try rows(world, "event").isEmpty)
    #expect(try await world.accounts.sessionHistory(of: id).count == 1)
  }

  @Test("a sweep goes on where its bound stops it: ten thousand audit rows go at once (R44)")
  func longSweep() async throws {
    let world = try world()
    let signedIn = try await world.password()
    let store = world.store
    let target = world.accounts.target(signedIn.account.id, at: world.time.now())
    for _ in 0..<20 {
      _ = try await store.change(target) { change -> Verdict<Bool> in
        for _ in 0..<100 { change.note(.accountChanged) }
        return .commit(true)
      }
    }
    #expect(try rows(world, "event").count > 2000)
    world.time.advance(.seconds(31 * 86_400))
    try await world.accounts.sweep()
    #expect(try rows(world, "event").isEmpty)
  }

  @Test("after deletion the rows name a hash of the identifier, and the hash goes too (R44)")
  func tombstone() async throws {
    let world = try world()
    let signedIn = try await world.accounts.signIn(with: world.apple(), client: Self.client).signedIn()
    let id = signedIn.account.id
    let before = try await world.accounts.events(of: id, after: 0)
    #expect(before.contains { $0.address == "192.0.2.77" })
    try await world.accounts.delete(id)
    let dump = try world.dump().filter { !$0.hasPrefix("one-time") }
    for trace in [id.text, "192.0.2.77", "Firefox", "ann@example.com", "000001.ann"] {
      #expect(!dump.contains { $0.contains(trace) }, "\(trace) is still there")
    }
    let tombstone = try #require(try rows(world, "tombstone").first)
    let digest = SHA256.digest(utf8: id.text).bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
    #expect(tombstone.contains(digest))
    // The audit's rows bear the number that leads to the hash.
    let number = try #require(tombstone.dropFirst("tombstone [".count).split(separator: ",").first)
    let events = try rows(world, "event")
    #expect(events.count == before.count + 1)
    #expect(events.allSatisfy { $0.split(separator: ",").dropFirst().first == number })
    world.time.advance(.seconds(60 * 86_400 + 1))
    try await world.accounts.sweep()
    #expect(try rows(world, "tombstone").isEmpty)
  }
}
