import AppleIDClient
import BramleyCrypto
import Testing

@testable import Accounts

@Suite("Revocation")
struct RevocationTests {
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
}
