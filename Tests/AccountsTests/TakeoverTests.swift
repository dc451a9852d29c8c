import BramleyCrypto
import BramleyJOSE
import Testing

@testable import Accounts

@Suite("What a stranger, or a thief, leaves in an account")
struct TakeoverTests {
  private static let posting = Posting(locale: nil) { _ in "https://id.example/action" }

  private func code(_ issued: IssuedCode) -> String { issued.code.revealText() ?? "" }

  private func email(_ address: String, password: String? = nil) -> AccountUpdate {
    var update = AccountUpdate()
    update.email = .set(address)
    if let password { update.password = .set(Secret(utf8: password)) }
    return update
  }

  /// The owner of `ann@example.com` proves the address: by a mail link, or by signing in with Apple.
  private func ownerArrives(_ world: World, byMailLink: Bool) async throws -> SignedIn {
    guard byMailLink else { return try await world.signIn() }
    let link = try await world.accounts.emailSignInCode(for: "ann@example.com")
    return try await world.accounts.signIn(emailLink: code(link), email: "ann@example.com")
  }

  /// Expects that the last mail told the old address of a change, and that its link undoes it.
  private func expectUndoable(_ world: World, _ delivery: TestDelivery, _ id: Account.ID) async throws {
    let mail = try #require(delivery.posted.last)
    #expect(mail.kind == .emailChanged && mail.recipient == "ann@example.com")
    _ = try await world.accounts.apply(outOfBandCode: try #require(mail.code))
    #expect(try await address(world, id) == "ann@example.com")
  }

  private func address(_ world: World, _ id: Account.ID) async throws -> String? {
    try await world.accounts.accounts(by: [.id(id)]).first?.email
  }

  // MARK: Mail links that outlive their account

  @Test(
    "a code for another address is worth nothing after the owner took the account over: A21, R23",
    arguments: StoreKind.allCases)
  func changeAfterTakeover(kind: StoreKind) async throws {
    let world = try World(kind)
    let stranger = try await world.password()
    let issued = try await world.accounts.changeCode(
      idToken: stranger.idToken, newEmail: "mallory@example.com")
    world.time.advance(.seconds(2))
    let owner = try await world.signIn()
    #expect(owner.account.id == stranger.account.id)
    await expectRefusal(.invalidOutOfBandCode) {
      _ = try await world.accounts.apply(outOfBandCode: code(issued))
    }
    #expect(try await address(world, owner.account.id) == "ann@example.com")
  }

  @Test(
    "a code for another address that a thief asked for ends with the sessions: A33",
    arguments: StoreKind.allCases)
  func changeAfterNewPassword(kind: StoreKind) async throws {
    let world = try World(kind)
    let ann = try await world.password()
    let issued = try await world.accounts.changeCode(idToken: ann.idToken, newEmail: "mallory@example.com")
    world.time.advance(.seconds(2))
    var update = AccountUpdate()
    update.password = .set(Secret(utf8: "battery staple"))
    let tokens = try await world.accounts.update(idToken: ann.idToken, update).tokens
    await expectRefusal(.invalidOutOfBandCode) {
      _ = try await world.accounts.apply(outOfBandCode: code(issued))
    }
    let own = try await world.accounts.changeCode(
      idToken: try #require(tokens).idTokenText, newEmail: "new@example.com")
    let changed = try await world.accounts.apply(outOfBandCode: code(own))
    #expect(changed.account.email == "new@example.com")
  }

  @Test(
    "who gave the account the owner's address cannot take it back by the link to an earlier one: A21, R23",
    arguments: StoreKind.allCases, [false, true])
  func recoveryAfterTakeover(kind: StoreKind, byMailLink: Bool) async throws {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    let stranger = try await world.password("mallory@example.com")
    _ = try await world.accounts.update(
      idToken: stranger.idToken, email("ann@example.com"), posting: Self.posting)
    let undo = try #require(delivery.posted.last?.code)
    world.time.advance(.seconds(2))
    let owner = try await ownerArrives(world, byMailLink: byMailLink)
    #expect(owner.account.id == stranger.account.id)
    await expectRefusal(.invalidOutOfBandCode) { _ = try await world.accounts.apply(outOfBandCode: undo) }
    #expect(try await address(world, owner.account.id) == "ann@example.com")
  }

  /// An account whose address a thief moved from `ann@` over `mallory@` to a third; the two links that undo it.
  private struct MovedTwice {
    let world: World
    let id: Account.ID
    let owners: String
    let thiefs: String
  }

  private func movedTwice(_ kind: StoreKind, to last: String) async throws -> MovedTwice {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    let ann = try await world.password()
    let first = try await world.accounts.update(
      idToken: ann.idToken, email("mallory@example.com"), posting: Self.posting)
    world.time.advance(.seconds(2))
    _ = try await world.accounts.update(
      idToken: try #require(first.tokens).idTokenText, email(last), posting: Self.posting)
    #expect(delivery.posted.map(\.recipient) == ["ann@example.com", "mallory@example.com"])
    world.time.advance(.seconds(2))
    return MovedTwice(
      world: world, id: ann.account.id, owners: try #require(delivery.posted.first?.code),
      thiefs: try #require(delivery.posted.last?.code))
  }

  /// Expects that the thief's link undoes nothing any more.
  private func expectThiefRefused(_ moved: MovedTwice) async throws {
    await expectRefusal(.invalidOutOfBandCode) {
      _ = try await moved.world.accounts.apply(outOfBandCode: moved.thiefs)
    }
    #expect(try await address(moved.world, moved.id) == "ann@example.com")
  }

  @Test(
    "after the first owner undid two changes, the link to the address between undoes nothing: A33",
    arguments: StoreKind.allCases)
  func laterLink(kind: StoreKind) async throws {
    let moved = try await movedTwice(kind, to: "third@example.com")
    _ = try await moved.world.accounts.apply(outOfBandCode: moved.owners)
    #expect(try await address(moved.world, moved.id) == "ann@example.com")
    try await expectThiefRefused(moved)
  }

  @Test(
    "the link to the address between leaves that to the first one good: A33", arguments: StoreKind.allCases)
  func earlierLink(kind: StoreKind) async throws {
    let moved = try await movedTwice(kind, to: "third@example.com")
    _ = try await moved.world.accounts.apply(outOfBandCode: moved.thiefs)
    #expect(try await address(moved.world, moved.id) == "mallory@example.com")
    _ = try await moved.world.accounts.apply(outOfBandCode: moved.owners)
    #expect(try await address(moved.world, moved.id) == "ann@example.com")
  }

  @Test(
    "a password set by whoever held the address first ends the link of a thief who gave it back: A33",
    arguments: StoreKind.allCases)
  func resetEndsLink(kind: StoreKind) async throws {
    let moved = try await movedTwice(kind, to: "ann@example.com")
    let reset = try #require(try await moved.world.accounts.passwordResetCode(for: "ann@example.com"))
    _ = try await moved.world.accounts.resetPassword(
      outOfBandCode: code(reset), to: Secret(utf8: "battery staple"))
    try await expectThiefRefused(moved)
  }

  @Test(
    "a password that came with the change of the address goes with it: A33", arguments: StoreKind.allCases)
  func passwordGoesToo(kind: StoreKind) async throws {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    let ann = try await world.password()
    world.time.advance(.seconds(2))
    _ = try await world.accounts.update(
      idToken: ann.idToken, email("mallory@example.com", password: "battery staple"), posting: Self.posting)
    _ = try await world.accounts.apply(outOfBandCode: try #require(delivery.posted.last?.code))
    await expectRefusal(.invalidPassword) {
      _ = try await world.accounts.signIn(
        email: "ann@example.com", password: Secret(utf8: "battery staple"))
    }
  }

  @Test(
    "an identity and a factor from after the change go with it, those from before it stay: A33",
    arguments: StoreKind.allCases)
  func waysInGoToo(kind: StoreKind) async throws {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    let ann = try await world.password()
    world.time.advance(.seconds(2))
    let moved = try await world.accounts.update(
      idToken: ann.idToken, email("mallory@example.com"), posting: Self.posting)
    world.time.advance(.seconds(2))
    let undo = try #require(delivery.posted.last?.code)
    let linked = try await world.accounts.signIn(
      with: world.apple(
        "000009.mallory", email: "mallory@example.com", code: world.apple.code("000009.mallory")),
      options: SignInOptions(linkTo: try #require(moved.tokens).idTokenText)
    ).signedIn()
    await world.work.run()
    let before = SecondFactor(id: "old", phoneNumber: "+12025550123", enrolledAt: "2020-01-01T00:00:00Z")
    let after = SecondFactor(
      id: "new", phoneNumber: "+12025550124", enrolledAt: world.time.now().internetText)
    _ = try await world.store.change(ChangeTarget(account: linked.account.id, now: world.time.now())) {
      change -> Verdict<Bool> in
      change.account.secondFactors = [before, after]
      return .commit(true)
    }
    let account = try await world.accounts.apply(outOfBandCode: undo).account
    #expect(account.identities.isEmpty && account.appleAuthorizedAt == nil)
    #expect(account.secondFactors == [before])
    world.time.advance(.seconds(2))
    _ = try await world.accounts.runJobs()
    #expect(world.apple.revoked.count == 1)
  }

  @Test("a password from before the change stays when it is undone", arguments: StoreKind.allCases)
  func passwordStays(kind: StoreKind) async throws {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    let ann = try await world.password()
    world.time.advance(.seconds(2))
    _ = try await world.accounts.update(
      idToken: ann.idToken, email("mallory@example.com"), posting: Self.posting)
    _ = try await world.accounts.apply(outOfBandCode: try #require(delivery.posted.last?.code))
    let back = try await world.accounts.signIn(
      email: "ann@example.com", password: Secret(utf8: "correct horse"))
    #expect(back.account.id == ann.account.id)
  }

  @Test("taking the password off with its address is told to the address, which can undo it: A33")
  func unlinkedPassword() async throws {
    let delivery = TestDelivery()
    let world = try World(delivery: delivery)
    let ann = try await world.signIn()
    var update = AccountUpdate()
    update.unlink = [.password]
    _ = try await world.accounts.update(idToken: ann.idToken, update, posting: Self.posting)
    #expect(delivery.posted.map(\.kind) == [.emailChanged])
    _ = try await world.accounts.apply(outOfBandCode: try #require(delivery.posted.last?.code))
    #expect(try await address(world, ann.account.id) == "ann@example.com")
  }

  // MARK: What else was left

  @Test(
    "a second factor and a coming deletion go when the owner takes the account over: A21, R35",
    arguments: StoreKind.allCases, [false, true])
  func leftovers(kind: StoreKind, byMailLink: Bool) async throws {
    let world = try World(kind)
    var account = Account(id: Account.ID(unchecked: "left"), createdAt: world.time.now())
    account.email = "ann@example.com"
    account.passwordHash = "none"
    account.secondFactors = [SecondFactor(id: "one", phoneNumber: "+12025550123")]
    account.deletesAt = world.time.now() + .seconds(86_400)
    _ = try await world.store.create(AccountCreation(account: account, now: world.time.now()))
    let owner = try await ownerArrives(world, byMailLink: byMailLink)
    #expect(owner.account.id == account.id)
    let left = try #require(try await world.accounts.accounts(by: [.id(account.id)]).first)
    #expect(left.secondFactors.isEmpty && left.deletesAt == nil && left.passwordHash == nil)
  }

  @Test("an account that a custom token uses again is not deleted: R35", arguments: StoreKind.allCases)
  func customToken(kind: StoreKind) async throws {
    let world = try World(kind)
    var account = Account(id: Account.ID(unchecked: "used"), createdAt: world.time.now())
    account.deletesAt = world.time.now() + .seconds(86_400)
    _ = try await world.store.create(AccountCreation(account: account, now: world.time.now()))
    let claims: [String: JSONMember] = [
      "aud": .text(
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"),
      "uid": .text("used"),
    ]
    let parts = [#"{"alg":"none"}"#, CustomClaims.text(claims) ?? "", ""]
    _ = try await world.accounts.signIn(
      customToken: parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: "."))
    world.time.advance(.seconds(2 * 86_400))
    try await world.accounts.sweep()
    #expect(try await world.accounts.accounts(by: [.id(account.id)]).count == 1)
  }

  // MARK: Side doors to address and password

  @Test(
    "a link of another address and password is a change like any: sessions end, the old address is told (A33)",
    arguments: StoreKind.allCases)
  func linkedPassword(kind: StoreKind) async throws {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    let ann = try await world.password()
    let other = try await world.accounts.signIn(
      email: "ann@example.com", password: Secret(utf8: "correct horse"))
    world.time.advance(.seconds(2))
    let linked = try await world.accounts.signUp(
      email: "mallory@example.com", password: Secret(utf8: "battery staple"), linkTo: ann.idToken,
      posting: Self.posting)
    for old in [ann, other] {
      await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: old.idToken) }
      await expectRefusal(.tokenExpired) { _ = try await world.accounts.refresh(old.tokens.refreshToken) }
    }
    _ = try await world.accounts.caller(idToken: linked.idToken)
    try await expectUndoable(world, delivery, ann.account.id)
  }

  @Test(
    "a mail link that would replace the address needs a recent sign-in: R28", arguments: StoreKind.allCases)
  func linkedAddressOld(kind: StoreKind) async throws {
    let world = try World(kind)
    let ann = try await world.signIn()
    world.time.advance(.seconds(301))
    let link = try await world.accounts.emailSignInCode(for: "mallory@example.com")
    await expectRefusal(.credentialTooOld) {
      _ = try await world.accounts.signIn(
        emailLink: code(link), email: "mallory@example.com", linkTo: ann.idToken)
    }
    #expect(try await address(world, ann.account.id) == "ann@example.com")
    // The refusal leaves the link good for somebody it is of use to.
    _ = try await world.accounts.signIn(emailLink: code(link), email: "mallory@example.com")
  }

  @Test(
    "one that does replace it ends the sessions and is told to the old address: A33",
    arguments: StoreKind.allCases)
  func linkedAddress(kind: StoreKind) async throws {
    let delivery = TestDelivery()
    let world = try World(kind, delivery: delivery)
    let ann = try await world.signIn()
    let link = try await world.accounts.emailSignInCode(for: "mallory@example.com")
    world.time.advance(.seconds(2))
    let linked = try await world.accounts.signIn(
      emailLink: code(link), email: "mallory@example.com", linkTo: ann.idToken, posting: Self.posting)
    #expect(linked.account.email == "mallory@example.com")
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: ann.idToken) }
    try await expectUndoable(world, delivery, ann.account.id)
  }

  @Test("the account's own address links at any age and ends nothing")
  func ownAddress() async throws {
    let world = try World()
    let ann = try await world.signIn()
    world.time.advance(.seconds(301))
    let link = try await world.accounts.emailSignInCode(for: "ann@example.com")
    let linked = try await world.accounts.signIn(
      emailLink: code(link), email: "ann@example.com", linkTo: ann.idToken)
    #expect(linked.account.id == ann.account.id && linked.account.hasEmailLinkSignIn)
    #expect(try await world.accounts.caller(idToken: ann.idToken).account.id == ann.account.id)
  }

  // MARK: Codes that must not be lost

  @Test("where no password can be hashed now the code stays good: R30")
  func busyHasher() async throws {
    let world = try World {
      $0.passwordParallelism = 1
      $0.passwordQueue = 0
      $0.passwordCost = Argon2id.Parameters(memoryInKiB: 8192, passes: 1, lanes: 1)
    }
    _ = try await world.password()
    let others = Task {
      while !Task.isCancelled { _ = try? await world.accounts.passwordHasher.hash(Secret(utf8: "another")) }
    }
    var refused: IssuedCode?
    for _ in 0..<1000 where refused == nil {
      let reset = try #require(try await world.accounts.passwordResetCode(for: "ann@example.com"))
      do throws(AccountsError) {
        _ = try await world.accounts.resetPassword(
          outOfBandCode: code(reset), to: Secret(utf8: "battery staple"))
      } catch {
        #expect(error.code == .unavailable)
        refused = reset
      }
    }
    others.cancel()
    await others.value
    _ = try await world.accounts.resetPassword(
      outOfBandCode: code(try #require(refused)), to: Secret(utf8: "staple battery"))
    let back = try await world.accounts.signIn(
      email: "ann@example.com", password: Secret(utf8: "staple battery"))
    #expect(back.account.email == "ann@example.com")
  }
}
