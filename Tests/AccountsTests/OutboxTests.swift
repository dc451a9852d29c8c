import BramleyCrypto
import Testing

@testable import Accounts

@Suite("Outbox")
struct OutboxTests {
  private static let posting = Posting(locale: "fa") { issued in
    "https://id.example/action?oobCode=" + (issued.code.revealText() ?? "")
  }

  private func events(_ world: World, _ id: Account.ID) async throws -> [AuditEvent] {
    try await world.accounts.events(of: id, after: 0)
  }

  @Test("without mail nothing is made and everything that needs it is refused", arguments: StoreKind.allCases)
  func withoutMail(kind: StoreKind) async throws {
    let world = try World(kind)
    let ann = try await world.password()
    let before = try world.dump()
    await expectRefusal(.operationNotAllowed) {
      try await world.accounts.mailPasswordReset(to: "ann@example.com", Self.posting)
    }
    await expectRefusal(.operationNotAllowed) {
      try await world.accounts.mailSignInLink(to: "ann@example.com", Self.posting)
    }
    await expectRefusal(.operationNotAllowed) {
      _ = try await world.accounts.mailVerification(idToken: ann.idToken, Self.posting)
    }
    await expectRefusal(.operationNotAllowed) {
      _ = try await world.accounts.mailChange(
        idToken: ann.idToken, newEmail: "new@example.com", Self.posting)
    }
    #expect(try world.dump() == before)
  }

  @Test(
    "an address that plain SMTP cannot carry is refused with what to do",
    arguments: [
      "jörg@example.com", "ann@bücher.example", ".ann@example.com", "a..b@example.com", "ann(x)@example.com",
    ])
  func unreachable(address: String) async throws {
    let delivery = TestDelivery()
    let world = try World(delivery: delivery)
    await expectRefusal(.invalidEmail) {
      try await world.accounts.mailSignInLink(to: address, Self.posting)
    }
    #expect(delivery.posted.isEmpty)
  }

  @Test("a mail is sent once, at once, with a code that works", arguments: StoreKind.allCases)
  func sentOnce(kind: StoreKind) async throws {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    let ann = try await world.password()
    #expect(
      try await world.accounts.mailVerification(idToken: ann.idToken, Self.posting) == "ann@example.com")
    #expect(delivery.posted.count == 1)
    // What waits in the store shows neither the code nor the address.
    let code = try #require(delivery.posted.first?.code)
    let jobs = try world.dump().filter { $0.hasPrefix("job") }
    #expect(jobs.count == 1)
    #expect(!jobs.joined().contains(code) && !jobs.joined().contains("ann@example.com"))
    await world.work.run()
    try await world.accounts.runJobs()
    let message = try #require(delivery.messages.first)
    #expect(delivery.messages.count == 1)
    #expect(message.kind == .verifyEmail)
    #expect(message.recipient == "ann@example.com")
    #expect(message.locale == "fa")
    #expect(message.link == "https://id.example/action?oobCode=" + code)
    #expect(!message.isRelay)
    #expect(try await world.accounts.apply(outOfBandCode: code).account.isEmailVerified)
    #expect(!"\(message)".contains(code))
  }

  @Test("what does not go through is tried again with back-off, as the same message")
  func retry() async throws {
    let delivery = TestDelivery([.failed("greeting 421"), .failed("connection", retryAfter: .seconds(60))])
    let world = try World(delivery: delivery)
    try await world.accounts.mailSignInLink(to: "ann@example.com", Self.posting)
    await world.work.run()
    #expect(delivery.messages.count == 1)
    try await world.accounts.runJobs()
    #expect(delivery.messages.count == 1)
    world.time.advance(.seconds(2))
    try await world.accounts.runJobs()
    #expect(delivery.messages.count == 2)
    world.time.advance(.seconds(59))
    try await world.accounts.runJobs()
    #expect(delivery.messages.count == 2)
    world.time.advance(.seconds(1))
    try await world.accounts.runJobs()
    #expect(delivery.messages.count == 3)
    #expect(Set(delivery.ids).count == 1)
    #expect(delivery.ids.first?.text.count == 32)
  }

  @Test("after the code's hour a message is given up and audited: R30", arguments: StoreKind.allCases)
  func givenUp(kind: StoreKind) async throws {
    let delivery = TestDelivery(Array(repeating: .failed("connection"), count: 1000))
    let world = try World(kind, delivery: delivery)
    let ann = try await world.password()
    try await world.accounts.mailPasswordReset(to: "ann@example.com", Self.posting)
    await world.work.run()
    for _ in 0..<60 {
      world.time.advance(.seconds(61))
      try await world.accounts.runJobs()
    }
    let last = try #require(try await events(world, ann.account.id).last)
    #expect(last.kind == .messageGivenUp)
    #expect(last.detail == "passwordReset connection")
    let attempts = delivery.messages.count
    #expect((10...25).contains(attempts), "\(attempts)")
    #expect(world.accounts.jobTally.count("mail", .retried) == attempts - 1)
    #expect(world.accounts.jobTally.count("mail", .givenUp) == 1)
    world.time.advance(.seconds(3600))
    try await world.accounts.runJobs()
    #expect(delivery.messages.count == attempts)
    #expect(try world.dump().allSatisfy { !$0.hasPrefix("job") })
  }

  @Test("a bounce is noted on the account until a code comes back: FR-32", arguments: StoreKind.allCases)
  func bounce(kind: StoreKind) async throws {
    let delivery = TestDelivery([.refused("recipient 550 5.1.1")])
    let world = try World(kind, delivery: delivery)
    let ann = try await world.password()
    _ = try await world.accounts.mailVerification(idToken: ann.idToken, Self.posting)
    await world.work.run()
    try await world.accounts.runJobs()
    #expect(delivery.messages.count == 1)
    let bounced = try await world.accounts.caller(idToken: ann.idToken).account.bounce
    #expect(bounced?.reason == "verifyEmail recipient 550 5.1.1")
    #expect(world.accounts.jobTally.count("mail", .refused) == 1)
    #expect(try await events(world, ann.account.id).last?.kind == .messageBounced)
    #expect(world.log.lines.allSatisfy { !$0.contains("ann@example.com") })
    _ = try await world.accounts.mailVerification(idToken: ann.idToken, Self.posting)
    let code = try #require(delivery.posted.last?.code)
    #expect(try await world.accounts.apply(outOfBandCode: code).account.bounce == nil)
  }

  @Test("nobody writes to an account that is gone")
  func deleted() async throws {
    let delivery = TestDelivery()
    let world = try World(delivery: delivery)
    let ann = try await world.password()
    try await world.accounts.mailPasswordReset(to: "ann@example.com", Self.posting)
    try await world.accounts.delete(idToken: ann.idToken)
    await world.work.run()
    #expect(delivery.messages.isEmpty)
    #expect(try world.dump().allSatisfy { !$0.hasPrefix("job") })
  }

  @Test(
    "a changed address is told to the old one, with a code that undoes it: wire 4.7",
    arguments: [true, false])
  func changed(byCode: Bool) async throws {
    let delivery = TestDelivery()
    let world = try World(delivery: delivery)
    let ann = try await world.password()
    if byCode {
      _ = try await world.accounts.mailChange(
        idToken: ann.idToken, newEmail: "new@example.com", Self.posting)
      #expect(delivery.posted.last?.recipient == "new@example.com")
      _ = try await world.accounts.apply(
        outOfBandCode: delivery.posted.last?.code ?? "", posting: Self.posting)
    } else {
      var update = AccountUpdate()
      update.email = .set("new@example.com")
      _ = try await world.accounts.update(idToken: ann.idToken, update, posting: Self.posting)
    }
    let notice = try #require(delivery.posted.last)
    #expect(notice.kind == .emailChanged)
    #expect(notice.recipient == "ann@example.com")
    #expect(notice.newEmail == "new@example.com")
    let recovered = try await world.accounts.apply(outOfBandCode: notice.code ?? "", posting: Self.posting)
    #expect(recovered.account.email == "ann@example.com")
  }

  @Test("a password that is set, changed, removed or reset is told to the proven address")
  func password() async throws {
    let delivery = TestDelivery()
    let world = try World(delivery: delivery)
    let client = ClientFacts(locale: "fa")
    let linked = try await world.accounts.signUp(
      email: "ann@example.com", password: Secret(utf8: "correct horse"), linkTo: world.signIn().idToken,
      client: client)
    func expectNotice(sourceLocation: SourceLocation = #_sourceLocation) {
      let notice = delivery.posted.last
      #expect(notice?.kind == .passwordChanged, sourceLocation: sourceLocation)
      #expect(notice?.recipient == "ann@example.com", sourceLocation: sourceLocation)
      #expect(notice?.locale == "fa", sourceLocation: sourceLocation)
      #expect(notice?.link == nil && notice?.code == nil, sourceLocation: sourceLocation)
    }
    #expect(delivery.posted.count == 1)
    expectNotice()
    var update = AccountUpdate()
    update.password = .set(Secret(utf8: "battery staple"))
    let changed = try await world.accounts.update(
      idToken: linked.idToken, update, posting: Self.posting, client: client)
    #expect(delivery.posted.count == 2)
    expectNotice()
    update.password = .clear
    _ = try await world.accounts.update(
      idToken: changed.tokens?.idTokenText ?? "", update, posting: Self.posting, client: client)
    #expect(delivery.posted.count == 3)
    expectNotice()
    try await world.accounts.mailPasswordReset(to: "ann@example.com", Self.posting)
    _ = try await world.accounts.resetPassword(
      outOfBandCode: delivery.posted.last?.code ?? "", to: Secret(utf8: "correct horse"), client: client)
    #expect(delivery.posted.count == 5)
    expectNotice()
  }

  @Test("a refused change of the password mails nobody, nor one of an address nobody proved: R42")
  func refusedPassword() async throws {
    let delivery = TestDelivery()
    let world = try World(delivery: delivery)
    let unproven = try await world.password("bob@example.com")
    var update = AccountUpdate()
    update.password = .set(Secret(utf8: "battery staple"))
    _ = try await world.accounts.update(idToken: unproven.idToken, update, posting: Self.posting)
    let ann = try await world.signIn()
    world.time.advance(.seconds(301))
    await expectRefusal(.credentialTooOld) {
      _ = try await world.accounts.update(idToken: ann.idToken, update, posting: Self.posting)
    }
    #expect(delivery.posted.isEmpty)
  }

  @Test("a profile change mails nobody")
  func unchanged() async throws {
    let delivery = TestDelivery()
    let world = try World(delivery: delivery)
    let ann = try await world.password()
    var update = AccountUpdate()
    update.displayName = .set("Ann")
    update.email = .set("ann@example.com")
    _ = try await world.accounts.update(idToken: ann.idToken, update, posting: Self.posting)
    #expect(delivery.posted.isEmpty)
  }

  @Test("second factors that come and go are told to the account's address")
  func factors() async throws {
    let delivery = TestDelivery()
    let world = try World(delivery: delivery)
    let ann = try await world.signIn()
    let client = ClientFacts(locale: "de")
    let begun = try await world.accounts.beginPhoneEnrolment(
      idToken: ann.idToken, phoneNumber: "+12025550123", client: client)
    #expect(delivery.posted.last?.kind == .phoneCode)
    #expect(delivery.posted.last?.recipient == "+12025550123")
    #expect(delivery.posted.last?.code == begun.code.revealText())
    let enrolled = try await world.accounts.finishPhoneEnrolment(
      idToken: ann.idToken, sessionInfo: begun.sessionInfo.revealText() ?? "",
      code: begun.code.revealText() ?? "", displayName: nil, client: client)
    #expect(delivery.posted.last?.kind == .secondFactorEnrolled)
    #expect(delivery.posted.last?.recipient == "ann@example.com")
    #expect(delivery.posted.last?.locale == "de")
    let id = try #require(enrolled.account.secondFactors.first?.id)
    _ = try await world.accounts.withdraw(secondFactor: id, idToken: enrolled.idToken, client: client)
    #expect(delivery.posted.last?.kind == .secondFactorWithdrawn)
    #expect(delivery.posted.last?.link == nil)
  }
}
