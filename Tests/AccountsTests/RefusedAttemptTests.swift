import BramleyCrypto
import Testing

@testable import Accounts

@Suite("The audit of refused attempts")
struct RefusedAttemptTests {
  private static let client = ClientFacts(address: "192.0.2.9")

  private func guess(_ world: World, _ email: String = "ann@example.com") async {
    await expectRefusal(email == "ann@example.com" ? .invalidPassword : .emailNotFound) {
      _ = try await world.accounts.signIn(
        email: email, password: Secret(utf8: "guessed horse"), client: Self.client)
    }
  }

  private func refusals(_ world: World, of id: Account.ID) async throws -> [AuditEvent] {
    try await world.accounts.events(of: id, after: 0).filter { $0.kind == .signInRefused }
  }

  @Test(
    "a thousand wrong passwords are one row, without what was tried: R42", arguments: StoreKind.allCases)
  func bounded(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let ann = try await world.password()
    for _ in 0..<(kind == .memory ? 1000 : 50) { await guess(world) }
    // Nothing is written before the answer: that would tell a known address from an unknown one (R29).
    #expect(try await refusals(world, of: ann.account.id).isEmpty)
    await world.work.run()
    let noted = try await refusals(world, of: ann.account.id)
    #expect(noted.map(\.detail) == ["password"])
    #expect(noted.map(\.address) == ["192.0.2.9"])
    #expect(try !world.dump().contains { $0.contains("guessed horse") })
    world.time.advance(.seconds(599))
    await guess(world)
    await world.work.run()
    #expect(try await refusals(world, of: ann.account.id).count == 1)
    world.time.advance(.seconds(2))
    await guess(world)
    await world.work.run()
    #expect(try await refusals(world, of: ann.account.id).count == 2)
  }

  @Test("guesses at nobody's address leave nothing, and no work: R29, R42")
  func unknown() async throws {
    let world = try World()
    _ = try await world.password()
    await world.work.run()
    let before = try world.dump()
    for number in 0..<50 { await guess(world, "eve\(number)@example.com") }
    await world.work.run()
    #expect(try world.dump() == before)
  }

  @Test("a right password after wrong ones signs in, and the audit has both")
  func signsIn() async throws {
    let world = try World()
    let ann = try await world.password()
    await guess(world)
    _ = try await world.accounts.signIn(email: "ann@example.com", password: Secret(utf8: "correct horse"))
    await world.work.run()
    let kinds = try await world.accounts.events(of: ann.account.id, after: 0).map(\.kind)
    #expect(kinds.contains(.signInRefused) && kinds.contains(.signedIn))
  }

  @Test("the memory of what was noted has a fixed size, and forgets after its window")
  func memory() {
    let memory = RefusalMemory(count: 8)
    let start = Timestamp(milliseconds: 1_800_000_000_000)
    #expect(memory.admit("a", at: start, for: .seconds(60)))
    #expect(!memory.admit("a", at: start + .seconds(59), for: .seconds(60)))
    #expect(memory.admit("a", at: start + .seconds(60), for: .seconds(60)))
    for number in 0..<1000 { _ = memory.admit("flood \(number)", at: start, for: .seconds(60)) }
    #expect((0..<1000).filter { !memory.admit("flood \($0)", at: start, for: .seconds(60)) }.count <= 8)
  }
}
