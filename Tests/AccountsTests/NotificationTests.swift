import BramleyCrypto
import Synchronization
import Testing

@testable import Accounts

@Suite("Apple's notifications")
struct NotificationTests {
  @Test("what Apple did not sign is refused; nothing is written", arguments: StoreKind.allCases)
  func refused(_ kind: StoreKind) async throws {
    let world = try World(kind)
    try await world.signIn()
    let before = try world.dump()
    for body in ["", "{}", #"{"payload":"x"}"#, #"{"payload":7}"#] {
      await expectRefusal(.invalidIdPResponse) {
        try await world.accounts.receive(appleNotification: Array(body.utf8))
      }
    }
    #expect(try world.dump() == before)
  }

  @Test(
    "consent-revoked ends sessions and keeps the identity; a repeat changes nothing (R35, A31)",
    arguments: StoreKind.allCases)
  func consentRevoked(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let signedIn = try await world.signIn()
    world.time.advance(.seconds(10))
    let body = world.apple.notification("consent-revoked", id: "one", at: world.time.now())
    try await world.accounts.receive(appleNotification: body)
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: signedIn.idToken) }
    #expect(try await world.accounts.list(limit: 9).first?.identities.count == 1)
    let before = try world.dump()
    try await world.accounts.receive(appleNotification: body)
    #expect(try world.dump() == before)
  }

  @Test("an event older than the latest authorization ends nothing (R35)")
  func stale() async throws {
    let world = try World()
    let old = world.time.now()
    world.time.advance(.seconds(60))
    let signedIn = try await world.signIn()
    try await world.accounts.receive(
      appleNotification: world.apple.notification("consent-revoked", id: "one", at: old))
    #expect(try await world.accounts.caller(idToken: signedIn.idToken).account.id == signedIn.account.id)
  }

  @Test("the echo of our own revocation ends nothing (R35)")
  func echo() async throws {
    let world = try World()
    let code = world.apple.code()
    let signedIn = try await world.signIn(code: code)
    await world.work.run()
    try await world.accounts.revoke(Secret(utf8: code), kind: .code, idToken: signedIn.idToken)
    world.time.advance(.seconds(5))
    try await world.accounts.receive(
      appleNotification: world.apple.notification("consent-revoked", id: "one", at: world.time.now()))
    #expect(try await world.accounts.caller(idToken: signedIn.idToken).account.id == signedIn.account.id)
  }

  @Test(
    "account-delete twice and for a stranger is harmless (FR-45)",
    arguments: [ApplePolicy.AccountDeletedReaction.unlink, .delete])
  func accountDeleted(_ reaction: ApplePolicy.AccountDeletedReaction) async throws {
    let world = try World { $0.apple.onAccountDeleted = reaction }
    let signedIn = try await world.signIn()
    world.time.advance(.seconds(10))
    for id in ["one", "one", "two"] {
      try await world.accounts.receive(
        appleNotification: world.apple.notification("account-delete", id: id, at: world.time.now()))
    }
    try await world.accounts.receive(
      appleNotification: world.apple.notification(
        "account-delete", subject: "000404.nobody", id: "three", at: world.time.now()))
    switch reaction {
    case .unlink:
      let account = try #require(try await world.accounts.list(limit: 9).first)
      #expect(account.identities == [])
      await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: signedIn.idToken) }
      world.time.advance(.seconds(30 * 86_400))
      try await world.accounts.sweep()
    case .delete:
      await expectRefusal(.userNotFound) { _ = try await world.accounts.caller(idToken: signedIn.idToken) }
    }
    #expect(try await world.accounts.count() == 0)
  }

  @Test(
    "the answer waits for our rows alone, also for unknown subjects: Apple never answers, a job hangs (FR-43)",
    .timeLimit(.minutes(1)), arguments: [ApplePolicy.AccountDeletedReaction.unlink, .delete])
  func promptAnswer(_ reaction: ApplePolicy.AccountDeletedReaction) async throws {
    let world = try World { $0.apple.onAccountDeleted = reaction }
    world.apple.state.withLock { $0.isSilent = true }
    let signedIn = try await world.signIn(code: world.apple.code())
    // The exchange of the code is under way and will stay so.
    Task { await world.work.run() }
    await world.apple.unansweredCall()
    world.time.advance(.seconds(10))
    let before = world.time.now()
    for (index, subject) in ["000404.nobody", "000001.ann", "000001.ann"].enumerated() {
      for type in ["consent-revoked", "account-deleted", "email-disabled"] {
        try await world.accounts.receive(
          appleNotification: world.apple.notification(
            type, subject: subject, id: "\(type)-\(index)", at: world.time.now()))
      }
    }
    #expect(world.time.now() == before, "no time had to pass")
    #expect(world.apple.exchanged.isEmpty && world.apple.revoked.isEmpty, "Apple said nothing meanwhile")
    let refusal: AccountsError.Code = reaction == .delete ? .userNotFound : .tokenExpired
    await expectRefusal(refusal) { _ = try await world.accounts.caller(idToken: signedIn.idToken) }
  }

  @Test("relay mail off and on is remembered")
  func relay() async throws {
    let world = try World()
    try await world.signIn()
    for (type, isDisabled) in [("email-disabled", true), ("email-enabled", false)] {
      try await world.accounts.receive(
        appleNotification: world.apple.notification(type, id: type, at: world.time.now()))
      #expect(
        try await world.accounts.list(limit: 9).first?.identity(of: .apple)?.isRelayDisabled == isDisabled)
    }
  }
}
