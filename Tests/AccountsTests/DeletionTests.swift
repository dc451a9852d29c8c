import AppleIDClient
import BramleyCrypto
import Synchronization
import Testing

@testable import Accounts

@Suite("Deletion, revocation and jobs")
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

  // MARK: revokeToken

  @Test("revocation that is not configured, of garbage, or of another person's code is refused (wire §4.9)")
  func revokeRefused() async throws {
    let bare = try World(canExchange: false)
    let first = try await bare.signIn()
    await expectRefusal(.operationNotAllowed) {
      try await bare.accounts.revoke(Secret(utf8: "code"), kind: .code, idToken: first.idToken)
    }
    let world = try World()
    let signedIn = try await world.signIn()
    let before = try world.dump()
    for token in ["", "garbage", world.apple.code("000002.eve"), "bramley.AAAA"] {
      await expectRefusal(.invalidIdPResponse) {
        try await world.accounts.revoke(Secret(utf8: token), kind: .code, idToken: signedIn.idToken)
      }
    }
    #expect(try world.dump() == before)
    world.apple.fail(TestApple.down)
    await expectRefusal(.unavailable) {
      try await world.accounts.revoke(
        Secret(utf8: world.apple.code()), kind: .code, idToken: signedIn.idToken)
    }
  }

  @Test("a fresh code revokes and counts as recent sign-in: revoke-then-delete at any age (R28, FR-38)")
  func revokeThenDelete() async throws {
    let world = try World()
    let signedIn = try await world.signIn()
    world.time.advance(.seconds(3000))
    let code = world.apple.code()
    try await world.accounts.revoke(Secret(utf8: code), kind: .code, idToken: signedIn.idToken)
    #expect(world.apple.revoked == ["r." + code])
    _ = try await world.accounts.caller(idToken: signedIn.idToken)
    try await world.accounts.delete(idToken: signedIn.idToken)
  }

  @Test(
    "the code that the sign-in spent, or its handle, revokes the grant; a repeat is accepted (R18, R21)",
    arguments: [true, false], StoreKind.allCases)
  func revokeSpent(byHandle: Bool, _ kind: StoreKind) async throws {
    let world = try World(kind)
    let code = world.apple.code()
    let signedIn = try await world.signIn(code: code)
    let handle = try #require(signedIn.profile?.accessToken)
    #expect(!handle.contains(code))
    let token = Secret(utf8: byHandle ? handle : code)
    await expectRefusal(.unavailable) {
      try await world.accounts.revoke(token, kind: .accessToken, idToken: signedIn.idToken)
    }
    await world.work.run()
    for _ in 0..<2 {
      try await world.accounts.revoke(token, kind: .accessToken, idToken: signedIn.idToken)
    }
    #expect(world.apple.revoked == ["r." + code])
    #expect(
      try await world.accounts.appleCredentialState(idToken: signedIn.idToken)
        == .revoked(subject: "000001.ann"))
    let stranger = try await world.signIn("000002.eve", email: nil)
    await expectRefusal(.invalidIdPResponse) {
      try await world.accounts.revoke(
        Secret(utf8: handle), kind: .accessToken, idToken: stranger.idToken)
    }
  }

  @Test("a revocation while Apple is down answers 503 and goes on by itself (R28)")
  func revokeWhileDown() async throws {
    let world = try World()
    let code = world.apple.code()
    let signedIn = try await world.signIn(code: code)
    await world.work.run()
    world.apple.fail(TestApple.down)
    await expectRefusal(.unavailable) {
      try await world.accounts.revoke(Secret(utf8: code), kind: .code, idToken: signedIn.idToken)
    }
    world.apple.fail(nil)
    world.time.advance(.seconds(60))
    #expect(try await world.accounts.runJobs() == nil)
    #expect(world.apple.revoked == ["r." + code])
  }

  @Test("a revocation is answered after Apple's answer, also beside workers that look for jobs (R28)")
  func revokeBesideWorkers() async throws {
    let world = try World()
    let accounts = world.accounts
    let workers = (0..<4).map { _ in
      Task {
        while !Task.isCancelled {
          _ = try? await accounts.runJobs()
          await Task.yield()
        }
      }
    }
    defer { for worker in workers { worker.cancel() } }
    for _ in 0..<50 {
      world.time.advance(.seconds(1))
      let code = world.apple.code()
      let signedIn = try await world.signIn(code: code)
      while try await accounts.grants(of: signedIn.account.id).first?.state == .waiting { await Task.yield() }
      try await accounts.revoke(Secret(utf8: code), kind: .code, idToken: signedIn.idToken)
      #expect(world.apple.revoked.contains("r." + code))
    }
  }

  @Test("the code may come as access token, as apps do (R16)")
  func codeAsAccessToken() async throws {
    let world = try World()
    let code = world.apple.code()
    let credential = AppleCredential(
      identityToken: world.apple.token(codeHashOf: code), nonce: .raw("raw"),
      accessToken: Secret(utf8: code))
    let signedIn = try await world.accounts.signIn(with: .apple(credential)).signedIn()
    await world.work.run()
    #expect(world.apple.exchanged == [code])
    #expect(try await world.accounts.grants(of: signedIn.account.id).first?.state == .kept)
    // What does not fit `c_hash` is no code, and no reason to refuse.
    let other = AppleCredential(
      identityToken: world.apple.token(codeHashOf: code), nonce: .raw("raw"), accessToken: Secret(utf8: "x"))
    let again = try await world.accounts.signIn(with: .apple(other)).signedIn()
    #expect(again.profile?.accessToken == nil)
  }

  @Test("unlinking Apple revokes the grant by a job (R26a)")
  func unlinking() async throws {
    let world = try World()
    let code = world.apple.code()
    let signedIn = try await world.signIn(code: code)
    await world.work.run()
    var change = AccountUpdate()
    change.password = .set(Secret(utf8: "correct horse"))
    let tokens = try #require(try await world.accounts.update(idToken: signedIn.idToken, change).tokens)
    var unlink = AccountUpdate()
    unlink.unlink = [.apple]
    let updated = try await world.accounts.update(idToken: tokens.idTokenText, unlink)
    #expect(updated.account.identities == [])
    try await world.accounts.runJobs()
    #expect(world.apple.revoked == ["r." + code])
  }

  // MARK: The bare code

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
