import AppleIDClient
import BramleyCrypto
import BramleyJOSE
import Synchronization
import Testing

@testable import Accounts

@Suite("Signing in with Apple")
struct AppleSignInTests {
  struct Refused: Sendable, CustomStringConvertible {
    let description: String
    let code: AccountsError.Code
    let text: String
    let credential: @Sendable (TestApple) -> AppleCredential

    init(
      _ description: String, _ code: AccountsError.Code, _ text: String,
      _ credential: @escaping @Sendable (TestApple) -> AppleCredential
    ) {
      self.description = description
      self.code = code
      self.text = text
      self.credential = credential
    }
  }

  static let refused: [Refused] = [
    Refused("another audience", .invalidIdPResponse, "The audience in ID Token [com.other]") {
      AppleCredential(identityToken: $0.token(changes: ["aud": .text("com.other")]), nonce: .raw("raw"))
    },
    Refused("expired", .invalidIdPResponse, "The Apple identity token is not valid.") {
      AppleCredential(
        identityToken: $0.token(changes: ["exp": .integer($0.time.now().seconds - 31)]), nonce: .raw("raw"))
    },
    Refused("another issuer", .invalidIdPResponse, "The Apple identity token is not valid.") {
      AppleCredential(
        identityToken: $0.token(changes: ["iss": .text("https://evil.example")]), nonce: .raw("raw"))
    },
    Refused("forged", .invalidIdPResponse, "The Apple identity token is not valid.") {
      AppleCredential(identityToken: $0.token() + "A", nonce: .raw("raw"))
    },
    Refused("no nonce in the request", .missingOrInvalidNonce, "Nonce is missing in the request.") {
      AppleCredential(identityToken: $0.token(), nonce: .none)
    },
    Refused("no nonce in the token", .missingOrInvalidNonce, "The identity token carries no nonce.") {
      AppleCredential(identityToken: $0.token(nonce: nil), nonce: .raw("raw"))
    },
    Refused("another nonce", .missingOrInvalidNonce, "does not match the SHA256 hash of the raw nonce.") {
      AppleCredential(identityToken: $0.token(), nonce: .raw("other"))
    },
    Refused("the claim itself as raw nonce", .missingOrInvalidNonce, "does not match") {
      AppleCredential(identityToken: $0.token(), nonce: .raw(SHA256.digest(utf8: "raw").hex))
    },
    Refused("a code of another token (R17)", .invalidIdPResponse, "The Apple identity token is not valid.") {
      AppleCredential(
        identityToken: $0.token(codeHashOf: "right"), nonce: .raw("raw"),
        authorizationCode: Secret(utf8: "wrong"))
    },
    Refused("an unlisted return address (FR-16)", .invalidIdPResponse, "not listed") {
      AppleCredential(
        identityToken: $0.token(), nonce: .raw("raw"), redirectURI: "https://evil.example/cb")
    },
  ]

  @Test(
    "the key that a token names is asked for by its id, and never on the word of another issuer (A02, FR-03)")
  func unknownKey() async throws {
    let world = try World()
    let stranger = try JWTSigner(key: .generate(.rs256), keyID: "apple-2")
    for (issuer, wanted) in [
      ("https://appleid.apple.com", [nil, "apple-2"]), ("https://evil.example", [nil]),
    ] as [(String, [String?])] {
      let token = try stranger.sign(["iss": issuer, "sub": "000001.ann", "aud": "com.example.app"])
      world.apple.state.withLock { $0.wantedKeys = [] }
      await expectRefusal(.invalidIdPResponse) {
        _ = try await world.accounts.signIn(
          with: .apple(AppleCredential(identityToken: token, nonce: .raw("raw"))))
      }
      #expect(world.apple.state.withLock { $0.wantedKeys } == wanted)
    }
  }

  @Test("refuses and leaves no row (R14, R42)", arguments: refused, StoreKind.allCases)
  func refuses(_ refused: Refused, _ kind: StoreKind) async throws {
    let world = try World(kind)
    do {
      _ = try await world.accounts.signIn(with: .apple(refused.credential(world.apple)))
      Issue.record("accepted")
    } catch {
      #expect(error.code == refused.code)
      #expect(error.text?.contains(refused.text) == true, "\(error)")
    }
    #expect(try world.dump() == [])
  }

  @Test("refuses a credential that was used, in every spelling (R13)", arguments: StoreKind.allCases)
  func usedCredential(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let proof = world.apple()
    _ = try await world.accounts.signIn(with: proof).signedIn()
    let before = try world.dump()
    await expectRefusal(.missingOrInvalidNonce) { _ = try await world.accounts.signIn(with: proof) }
    #expect(try world.dump() == before)
  }

  @Test("is unavailable while there are no keys of Apple, and nothing is written")
  func noKeys() async throws {
    let world = try World()
    world.apple.state.withLock { $0.hasKeys = false }
    await expectRefusal(.unavailable) { try await world.signIn() }
    #expect(try world.dump() == [])
  }

  @Test("signs in anew and again; tokens name the person (FR-28, wire 59)", arguments: StoreKind.allCases)
  func signsIn(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let user = #"{"name":{"firstName":"Ann","lastName":"Bell"}}"#
    let first = try await world.accounts.signIn(with: world.apple(user: user)).signedIn()
    #expect(first.isNewAccount)
    #expect(first.account.displayName == "Ann Bell")
    #expect(first.account.id.text.count == 28)
    let caller = try await world.accounts.caller(idToken: first.idToken)
    #expect(caller.account.id == first.account.id)
    #expect(caller.session.id == first.tokens.session)
    #expect(caller.account.identity(of: .apple)?.firstClientID == "com.example.app")
    world.time.advance(.seconds(60))
    let again = try await world.accounts.signIn(
      with: world.apple(email: nil, user: #"{"name":{"firstName":"Eve"}}"#)
    ).signedIn()
    #expect(!again.isNewAccount)
    #expect(again.account.id == first.account.id)
    #expect(again.account.displayName == "Ann Bell", "the name is kept once (R24)")
    #expect(again.account.email == "ann@example.com")
  }

  @Test(
    "a broken or hostile name never breaks the sign-in (R24, FR-31)",
    arguments: [
      ("{", nil), ("[]", nil), ("null", nil), (#"{"name":null}"#, nil), (#"{"name":{"firstName":7}}"#, nil),
      (String(repeating: "[", count: 1_000_000), nil), (#"{"name":{"firstName":"  "}}"#, nil),
      (#"{"name":{"firstName":"A\u0000\u001bnn","lastName":"Bell "}}"#, "Ann Bell"),
      (
        #"{"name":{"firstName":"\#(String(repeating: "x", count: 150))"}}"#,
        String(repeating: "x", count: 100)
      ),
    ])
  func names(_ user: String, _ name: String?) async throws {
    let world = try World()
    let signedIn = try await world.accounts.signIn(with: world.apple(user: user)).signedIn()
    #expect(signedIn.account.displayName == name)
  }

  @Test("an address of a verified account needs confirmation; the pending token links it (R19, R23, A20)")
  func needsConfirmation() async throws {
    let world = try World()
    let owner = try await world.password()
    _ = try await world.accounts.administer(owner.account.id, update { $0.isEmailVerified = true })
    let before = try world.heldRows()
    let outcome = try await world.accounts.signIn(with: world.apple())
    guard case .needsConfirmation(_, let providers, _) = outcome else {
      Issue.record("found \(outcome)")
      return
    }
    #expect(providers == [])
    #expect(try world.heldRows() == before)
    let pending = try outcome.pendingToken()
    let linked = try await world.accounts.signIn(
      with: .pending(pending), options: SignInOptions(linkTo: owner.idToken)
    ).signedIn()
    #expect(linked.account.id == owner.account.id)
    #expect(linked.account.identity(of: .apple) != nil)
    await expectRefusal(.invalidPendingToken) {
      _ = try await world.accounts.signIn(with: .pending(pending))
    }
  }

  @Test("a pending token is not good late, for reauthentication, or garbled (R19, A22)")
  func pendingTokenRefused() async throws {
    let world = try World()
    try await world.signIn()
    let other = try await world.accounts.signUpAnonymously()
    let options = SignInOptions(linkTo: other.idToken)
    let outcome = try await world.accounts.signIn(with: world.apple(), options: options)
    guard case .conflict(.alreadyLinked, _, _) = outcome else {
      Issue.record("found \(outcome)")
      return
    }
    let pending = try outcome.pendingToken()
    let before = try world.dump()
    await expectRefusal(.invalidPendingToken) {
      _ = try await world.accounts.signIn(
        with: .pending(pending), options: SignInOptions(createsAccount: false))
    }
    await expectRefusal(.invalidPendingToken) {
      _ = try await world.accounts.signIn(with: .pending(Secret(utf8: "x")))
    }
    world.time.advance(.seconds(600))
    await expectRefusal(.invalidPendingToken) {
      _ = try await world.accounts.signIn(with: .pending(pending))
    }
    #expect(try world.dump() == before)
  }

  @Test("the pending token of a conflict signs in to the identity's own account, once (R19)")
  func pendingTokenSignsIn() async throws {
    let world = try World()
    let ann = try await world.signIn()
    let other = try await world.accounts.signUpAnonymously()
    let outcome = try await world.accounts.signIn(
      with: world.apple(), options: SignInOptions(linkTo: other.idToken))
    let authenticated = world.time.now()
    world.time.advance(.seconds(300))
    let pending = try outcome.pendingToken()
    let signedIn = try await world.accounts.signIn(with: .pending(pending)).signedIn()
    #expect(signedIn.account.id == ann.account.id)
    let caller = try await world.accounts.caller(idToken: signedIn.idToken)
    #expect(caller.session.authTime == authenticated, "the proof does not grow younger")
  }

  @Test("an address of another account is in the way of a link, with a pending token (FR-36)")
  func emailExists() async throws {
    let world = try World()
    _ = try await world.password()
    let other = try await world.accounts.signUpAnonymously()
    let outcome = try await world.accounts.signIn(
      with: world.apple(), options: SignInOptions(linkTo: other.idToken))
    guard case .conflict(.emailExists, _, .some) = outcome else {
      Issue.record("found \(outcome)")
      return
    }
  }

  @Test(
    "the owner of an address empties what a stranger registered (R23, A21)", arguments: StoreKind.allCases)
  func takeover(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let squatter = try await world.password()
    world.time.advance(.seconds(5))
    let owner = try await world.signIn()
    #expect(owner.account.id == squatter.account.id)
    #expect(owner.account.passwordHash == nil)
    await expectRefusal(.tokenExpired) { _ = try await world.accounts.caller(idToken: squatter.idToken) }
    await expectRefusal(.tokenExpired) {
      _ = try await world.accounts.refresh(squatter.tokens.refreshToken)
    }
    await expectRefusal(.invalidPassword) {
      _ = try await world.accounts.signIn(
        email: "ann@example.com", password: Secret(utf8: "correct horse"))
    }
    _ = try await world.accounts.caller(idToken: owner.idToken)
  }

  @Test("another subject with the same address is another person (R22, A19)")
  func sameAddress() async throws {
    let world = try World()
    let first = try await world.signIn("000001.ann")
    let outcome = try await world.accounts.signIn(with: world.apple("000002.eve"))
    guard case .needsConfirmation = outcome else {
      Issue.record("found \(outcome)")
      return
    }
    #expect(try await world.accounts.count() == 1)
    #expect(first.account.identities.count == 1)
  }

  @Test("reauthentication finds or says that there is nobody, and makes nothing (R25, FR-37)")
  func reauthentication() async throws {
    let world = try World()
    let options = SignInOptions(createsAccount: false)
    let outcome = try await world.accounts.signIn(with: world.apple(), options: options)
    guard case .notFound = outcome else {
      Issue.record("found \(outcome)")
      return
    }
    #expect(try world.dump() == [])
    let first = try await world.signIn()
    world.time.advance(.seconds(3600))
    let again = try await world.accounts.signIn(with: world.apple(), options: options).signedIn()
    #expect(again.account.id == first.account.id)
    let caller = try await world.accounts.caller(idToken: again.idToken)
    #expect(caller.session.authTime == world.time.now())
  }

  @Test("a disabled account is refused on every path (A37)", arguments: StoreKind.allCases)
  func disabled(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let ann = try await world.signIn()
    let cookie = try await world.accounts.sessionCookie(idToken: ann.idToken)
    _ = try await world.accounts.administer(ann.account.id, update { $0.isDisabled = true })
    let before = try world.heldRows().filter { !$0.hasPrefix("account") }
    await expectRefusal(.userDisabled) { try await world.signIn() }
    await expectRefusal(.userDisabled) { _ = try await world.accounts.caller(idToken: ann.idToken) }
    await expectRefusal(.userDisabled) { _ = try await world.accounts.refresh(ann.tokens.refreshToken) }
    await expectRefusal(.userDisabled) {
      _ = try await world.accounts.update(idToken: ann.idToken, AccountUpdate())
    }
    await expectRefusal(.userDisabled) { try await world.accounts.delete(idToken: ann.idToken) }
    await expectRefusal(.userDisabled) {
      _ = try await world.accounts.caller(sessionCookie: cookie.revealText() ?? "")
    }
    let browser = world.accounts.browserToken(for: ann.tokens.session).revealText() ?? ""
    await expectRefusal(.userDisabled) { _ = try await world.accounts.caller(browserToken: browser) }
    await expectRefusal(.userDisabled) {
      _ = try await world.accounts.signIn(
        with: world.apple("000002.eve", email: nil), options: SignInOptions(linkTo: ann.idToken))
    }
    #expect(try world.heldRows().filter { !$0.hasPrefix("account") } == before)
  }

  @Test("a link without the consent that it needs is refused (R27)")
  func consent() async throws {
    let world = try World { $0.requiresConsent = .own }
    let anonymous = try await world.accounts.signUpAnonymously()
    var options = SignInOptions(linkTo: anonymous.idToken)
    let client = ClientFacts(clientVersion: "BramleyAuth/1.0")
    let before = try world.dump()
    await expectRefusal(.operationNotAllowed) {
      _ = try await world.accounts.signIn(with: world.apple(), options: options, client: client)
    }
    #expect(try world.dump() == before)
    options.consent = ConsentText(kind: "link", version: "2", text: "Yes", locale: "en")
    let linked = try await world.accounts.signIn(
      with: world.apple(), options: options, client: client
    ).signedIn()
    #expect(linked.account.id == anonymous.account.id)
    #expect(try await world.accounts.consents(idToken: linked.idToken).map(\.text.version) == ["2"])
  }

  @Test("a person who hides the address may be known already; the account says so (FR-34)")
  func mayBeSecond() async throws {
    let world = try World()
    _ = try await world.password()
    let token = world.apple.token(
      email: "x@privaterelay.appleid.com", changes: ["is_private_email": .text("true")])
    let signedIn = try await world.accounts.signIn(
      with: .apple(AppleCredential(identityToken: token, nonce: .raw("raw")))
    ).signedIn()
    #expect(signedIn.isNewAccount)
    #expect(signedIn.account.mayBeSecond)
  }
}

/// An administrator's update of a few members.
func update(_ change: (inout AdministrativeUpdate) -> Void) -> AdministrativeUpdate {
  var update = AdministrativeUpdate()
  change(&update)
  return update
}
