import AppleIDClient
import Testing

@testable import Accounts

@Suite("Deletion")
struct DeletionTests {
  @Test("an old sign-in may not delete; nothing changes (R28)", arguments: StoreKind.allCases)
  func tooOld(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let signedIn = try await world.signIn()
    world.time.advance(.seconds(301))
    let before = try world.dump()
    await expectRefusal(.credentialTooOld) { try await world.accounts.delete(idToken: signedIn.idToken) }
    #expect(try world.dump() == before)
  }

  @Test(
    "deletion ends all and revokes by a job; the person starts anew (FR-38, FR-39, A34)",
    arguments: StoreKind.allCases)
  func deletes(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let code = world.apple.code()
    let signedIn = try await world.signIn(code: code)
    await world.work.run()
    #expect(world.apple.exchanged == [code])
    try await world.accounts.delete(idToken: signedIn.idToken)
    await expectRefusal(.userNotFound) { _ = try await world.accounts.caller(idToken: signedIn.idToken) }
    await expectRefusal(.userNotFound) {
      _ = try await world.accounts.refresh(signedIn.tokens.refreshToken)
    }
    await world.work.run()
    #expect(world.apple.revoked == ["r." + code])
    #expect(try await world.accounts.runJobs() == nil)
    let again = try await world.signIn()
    #expect(again.isNewAccount && again.account.id != signedIn.account.id)
  }

  @Test("while Apple is down the deletion finishes and the revocation waits (A34, FR-39)")
  func appleDown() async throws {
    let world = try World()
    let signedIn = try await world.signIn(code: world.apple.code())
    await world.work.run()
    world.apple.fail(TestApple.down)
    try await world.accounts.delete(idToken: signedIn.idToken)
    await world.work.run()
    #expect(try await world.accounts.count() == 0)
    #expect(world.apple.revoked == [])
    let due = try #require(try await world.accounts.runJobs())
    world.apple.fail(nil)
    #expect(due > world.time.now())
    world.time.advance(due - world.time.now())
    #expect(try await world.accounts.runJobs() == nil)
    #expect(world.apple.revoked.count == 1)
  }

  @Test("a revocation that a new authorization overtook is dropped (R36)")
  func superseded() async throws {
    let world = try World()
    let signedIn = try await world.signIn(code: world.apple.code())
    await world.work.run()
    world.apple.fail(TestApple.down)
    try await world.accounts.delete(idToken: signedIn.idToken)
    await world.work.run()
    world.time.advance(.seconds(5))
    try await world.signIn()
    world.apple.fail(nil)
    world.time.advance(.seconds(86_400))
    #expect(try await world.accounts.runJobs() == nil)
    #expect(world.apple.revoked == [])
  }

  // MARK: Administration

  @Test("a batch deletes disabled accounts, passes over unknown ones, names the others (wire 199, 201)")
  func batch() async throws {
    let world = try World()
    for count in [0, 1001] {
      await expectRefusal(.localIDListExceedsLimit) {
        _ = try await world.accounts.delete(
          Array(repeating: Account.ID(unchecked: "a"), count: count), force: false)
      }
    }
    let on = try await world.accounts.create(update { $0.email = .set("a@example.com") })
    let off = try await world.accounts.create(update { $0.isDisabled = true })
    let ids = [on.id, Account.ID(unchecked: "nobody"), off.id]
    let failures = try await world.accounts.delete(ids, force: false)
    #expect(failures.map(\.index) == [0])
    #expect(failures.first?.message == "NOT_DISABLED : Disable the account before batch deletion.")
    #expect(try await world.accounts.delete([on.id], force: true) == [])
    #expect(try await world.accounts.count() == 0)
    await expectRefusal(.userNotFound) { try await world.accounts.delete(on.id) }
  }

  @Test(
    "an administrator's deletion, a batch's and the sweep's revoke Apple's grant as the person's does (FR-42)",
    arguments: ["administrator", "batch", "sweep"])
  func othersRevoke(_ cause: String) async throws {
    let world = try World()
    let code = world.apple.code()
    let id = try await world.signIn(code: code).account.id
    await world.work.run()
    switch cause {
    case "administrator": try await world.accounts.delete(id)
    case "batch": #expect(try await world.accounts.delete([id], force: true) == [])
    default:
      _ = try await world.accounts.change(world.accounts.target(id, at: world.time.now())) {
        change -> Verdict<Bool> in
        change.account.deletesAt = world.time.now()
        return .commit(true)
      }
      try await world.accounts.sweep()
    }
    await world.work.run()
    #expect(try await world.accounts.count() == 0)
    #expect(world.apple.revoked == ["r." + code])
  }

  @Test("only development erases everything at once (R2)")
  func everything() async throws {
    let production = try World(mode: .production)
    await expectRefusal(.operationNotAllowed) { try await production.accounts.deleteAll() }
    let world = try World()
    try await world.signIn()
    try await world.accounts.deleteAll()
    #expect(try await world.accounts.count() == 0)
  }

  @Test("anonymous accounts go after thirty unused days, others stay (R29)")
  func anonymousSweep() async throws {
    let world = try World()
    let anonymous = try await world.accounts.signUpAnonymously()
    let upgraded = try await world.accounts.signUpAnonymously()
    _ = try await world.accounts.signIn(
      with: world.apple(), options: SignInOptions(linkTo: upgraded.idToken)
    ).signedIn()
    let made = try await world.accounts.create(AdministrativeUpdate())
    world.time.advance(.seconds(31 * 86_400))
    try await world.accounts.sweep()
    let left = try await world.accounts.list(limit: 10).map(\.id)
    #expect(!left.contains(anonymous.account.id))
    #expect(Set(left) == [upgraded.account.id, made.id])
  }
}
