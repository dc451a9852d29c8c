import BramleyCrypto
import Testing

@testable import Accounts

@Suite("Updating accounts")
struct UpdateTests {
  @Test(
    "address, password and the last way in need a recent sign-in; nothing changes else (R28, wire §6.5)",
    arguments: StoreKind.allCases)
  func recent(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let signedIn = try await world.signIn()
    world.time.advance(.seconds(301))
    var email = AccountUpdate()
    email.email = .set("new@example.com")
    var password = AccountUpdate()
    password.password = .set(Secret(utf8: "correct horse"))
    var unlink = AccountUpdate()
    unlink.unlink = [.apple]
    let before = try world.dump()
    for update in [email, password, unlink] {
      await expectRefusal(.credentialTooOld) {
        _ = try await world.accounts.update(idToken: signedIn.idToken, update)
      }
    }
    #expect(try world.dump() == before)
    var profile = AccountUpdate()
    profile.displayName = .set("Ann")
    let updated = try await world.accounts.update(idToken: signedIn.idToken, profile)
    #expect(updated.account.displayName == "Ann" && updated.tokens == nil)
  }

  @Test(
    "an anonymous account is never asked to sign in again, and as soon as it can be, its first session is (R28)",
    arguments: StoreKind.allCases)
  func upgraded(_ kind: StoreKind) async throws {
    let world = try World(kind) { $0.allowsAnonymous = true }
    let signedIn = try await world.accounts.signUpAnonymously()
    world.time.advance(.seconds(3000))
    _ = try await world.accounts.signUp(
      email: "ann@example.com", password: Secret(utf8: "correct horse"), linkTo: signedIn.idToken)
    world.time.advance(.seconds(301))
    var update = AccountUpdate()
    update.email = .set("mallory@example.com")
    await expectRefusal(.credentialTooOld) {
      _ = try await world.accounts.update(idToken: signedIn.idToken, update)
    }
    await expectRefusal(.credentialTooOld) { try await world.accounts.delete(idToken: signedIn.idToken) }
    let alone = try await world.accounts.signUpAnonymously()
    world.time.advance(.seconds(301))
    try await world.accounts.delete(idToken: alone.idToken)
  }

  @Test(
    "a new password ends every session but the one it opens (A33, wire 133)",
    arguments: StoreKind.allCases)
  func password(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let first = try await world.password()
    let other = try await world.accounts.signIn(
      email: "ann@example.com", password: Secret(utf8: "correct horse"))
    world.time.advance(.seconds(5))
    var update = AccountUpdate()
    update.password = .set(Secret(utf8: "battery staple"))
    let tokens = try #require(try await world.accounts.update(idToken: first.idToken, update).tokens)
    for old in [first, other] {
      await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: old.idToken) }
      await expectRefusal(.tokenExpired) { _ = try await world.accounts.refresh(old.tokens.refreshToken) }
    }
    _ = try await world.accounts.caller(idToken: tokens.idTokenText)
    _ = try await world.accounts.refresh(tokens.refreshToken)
  }

  @Test("a new address keeps the first one, is unproven, and frees the old (wire 121, 123)")
  func email() async throws {
    let world = try World()
    let signedIn = try await world.password()
    _ = try await world.password("taken@example.com")
    var update = AccountUpdate()
    update.email = .set("taken@example.com")
    await expectRefusal(.emailExists) {
      _ = try await world.accounts.update(idToken: signedIn.idToken, update)
    }
    update.email = .set("new@example.com")
    let updated = try await world.accounts.update(idToken: signedIn.idToken, update)
    #expect(updated.account.initialEmail == "ann@example.com" && !updated.account.isEmailVerified)
    await expectRefusal(.emailNotFound) {
      _ = try await world.accounts.signIn(
        email: "ann@example.com", password: Secret(utf8: "correct horse"))
    }
  }

  @Test("name, photo and consent are bounded in bytes too: marks can be stacked on one character (A38)")
  func stackedMarks() async throws {
    let world = try World()
    let signedIn = try await world.password()
    let tower = "e" + String(repeating: "\u{301}", count: 100_000)
    var update = AccountUpdate()
    update.displayName = .set(tower)
    update.photoURL = .set("https://example.com/" + tower)
    let account = try await world.accounts.update(idToken: signedIn.idToken, update).account
    #expect((1...1024).contains(account.displayName?.utf8.count ?? 0))
    #expect((1...8192).contains(account.photoURL?.utf8.count ?? 0))
    #expect(ConsentText(kind: "link", version: "1", text: tower, locale: "de").text.utf8.count <= 16_000)
    update.displayName = .set(String(repeating: "é", count: 300))
    let plain = try await world.accounts.update(idToken: signedIn.idToken, update).account
    #expect(plain.displayName == String(repeating: "é", count: 256))
  }

  @Test("an administrator's bad values are refused and change nothing (wire 37, 129, 141)")
  func administratorRefused() async throws {
    let world = try World()
    let account = try await world.accounts.create(AdministrativeUpdate())
    let before = try world.dump()
    let cases: [(AccountsError.Code, (inout AdministrativeUpdate) -> Void)] = [
      (.invalidEmail, { $0.email = .set("x") }), (.invalidPhoneNumber, { $0.phoneNumber = .set("0123") }),
      (.invalidPhoneNumber, { $0.phoneNumber = .set("+") }),
      (.weakPassword, { $0.password = .set(Secret(utf8: "12345")) }),
      (.claimsTooLarge, { $0.customAttributes = .set(#"{"a":"\#(String(repeating: "x", count: 1000))"}"#) }),
      (.invalidClaims, { $0.customAttributes = .set("[]") }),
      (.invalidClaims, { $0.customAttributes = .set(#"{"a":1,"a":2}"#) }),
      (.forbiddenClaim, { $0.customAttributes = .set(#"{"sub":"x"}"#) }),
      (.missingProviderID, { $0.link = .init(provider: ProviderID(rawValue: ""), subject: "s") }),
      (.missingRawID, { $0.link = .init(provider: .google, subject: "") }),
    ]
    for (code, change) in cases {
      await expectRefusal(code) { _ = try await world.accounts.administer(account.id, update(change)) }
    }
    #expect(try world.dump() == before)
    await expectRefusal(.userNotFound) {
      _ = try await world.accounts.administer(Account.ID(unchecked: "nobody"), AdministrativeUpdate())
    }
  }

  @Test("custom attributes appear in tokens and never displace our claims (wire 137)")
  func customAttributes() async throws {
    let world = try World()
    let signedIn = try await world.password()
    _ = try await world.accounts.administer(
      signedIn.account.id,
      update {
        $0.customAttributes = .set(#"{"role":"x","user_id":"evil","n":1.5,"deep":{"a":[true,null]}}"#)
      })
    let tokens = try await world.accounts.refresh(signedIn.tokens.refreshToken).tokens
    let claims = try #require(world.claims(of: tokens.idTokenText))
    #expect(claims["role"] == .text("x") && claims["n"] == .number(1.5))
    #expect(claims["deep"] == .object(["a": .list([.bool(true), .null])]))
    #expect(claims["user_id"] == .text(signedIn.account.id.text))
  }

  @Test("an administrator's link is the identity that a sign-in brings (R26b)")
  func administratorLinks() async throws {
    let world = try World()
    let account = try await world.accounts.create(
      update { $0.link = .init(provider: .apple, subject: "000001.ann") })
    let signedIn = try await world.signIn()
    #expect(signedIn.account.id == account.id)
    let other = try await world.accounts.create(AdministrativeUpdate())
    await expectRefusal(.federatedUserIDAlreadyLinked) {
      _ = try await world.accounts.administer(
        other.id, update { $0.link = .init(provider: .apple, subject: "000001.ann") })
    }
  }

  @Test("2500 accounts are listed once each, in stable pages (FR-60)")
  func listing() async throws {
    let world = try World(.sqlite)
    var made: Set<Account.ID> = []
    for _ in 0..<3 {
      let batch = (0..<833).map { _ in
        ImportedAccount(account: Account(id: World.ids.accountID(), createdAt: world.time.now()))
      }
      made.formUnion(batch.map(\.account.id))
      #expect(try await world.accounts.importAccounts(batch, overwrites: false) == [])
    }
    var listed: [Account.ID] = []
    while true {
      let page = try await world.accounts.list(after: listed.last, limit: 1000)
      if page.isEmpty { break }
      listed += page.map(\.id)
    }
    #expect(listed.count == made.count && Set(listed) == made && listed == listed.sorted())
  }
}

extension World {
  static let ids = TimedIdentifiers(random: SystemRandomSource()) { SystemTime.microseconds() }
}
