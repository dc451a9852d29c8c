import Accounts
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("signUp, signInWithPassword and signInWithCustomToken")
struct SignUpTests {
  @Test(
    "refusals of sign-up: wire 17, 23, 25, 27",
    arguments: [
      (["password": "correct horse"], "400 MISSING_EMAIL"),
      (["email": "a@example.com"], "400 MISSING_PASSWORD"),
      (["email": ""], "400 INVALID_EMAIL"),
      (["email": "nonsense", "password": "correct horse"], "400 INVALID_EMAIL"),
      (["email": "PAULA@example.com", "password": "correct horse"], "400 EMAIL_EXISTS"),
      (
        ["email": "a@example.com", "password": "12345"],
        "400 WEAK_PASSWORD : Password should be at least 6 characters"
      ), (["localId": "x"], "400 UNEXPECTED_PARAMETER : User ID"),
    ] as [([String: String], String)])
  func refusals(body: [String: String], expected: String) async throws {
    let wire = try TestWire()
    #expect(await wire.signUp().status == 200)
    let answer = await wire.call("accounts:signUp", .object(body.mapValues { .text($0) }))
    #expect(answer.refusal == expected)
    #expect(try await wire.accounts.count() == 1)
  }

  @Test("anonymous: name and photo are ignored, the token says so: wire 19, 21")
  func anonymous() async throws {
    let wire = try TestWire()
    let answer = await wire.call("accounts:signUp", ["displayName": "X", "photoUrl": "https://x.example/p"])
    #expect(answer["kind"] == "identitytoolkit#SignupNewUserResponse")
    #expect(answer["displayName"] == nil)
    let claims = TestWire.claims(answer.idToken)
    #expect(claims["provider_id"] == "anonymous")
    #expect(claims["firebase"]?["sign_in_provider"] == "anonymous")
    let record = await wire.record(answer.idToken)
    #expect(record?["displayName"] == nil)
    #expect(record?["providerUserInfo"] == nil)
  }

  @Test("anonymous sign-up is off in serve: R29")
  func anonymousInServe() async throws {
    #expect(try await TestWire(.serve).call("accounts:signUp").refusal == "400 ADMIN_ONLY_OPERATION")
  }

  @Test("address and password are given to an anonymous account: wire 29")
  func upgrade() async throws {
    let wire = try TestWire()
    let anonymous = await wire.call("accounts:signUp")
    let answer = await wire.call(
      "accounts:signUp",
      ["idToken": .text(anonymous.idToken), "email": "a@example.com", "password": "correct horse"])
    #expect(answer.localID == anonymous.localID)
    #expect(TestWire.claims(answer.idToken)["firebase"]?["sign_in_provider"] == "password")
    #expect(await wire.record(answer.idToken)?["passwordHash"] == "UkVEQUNURUQ=")
  }

  @Test("linking to a disabled account is refused: wire 31")
  func disabled() async throws {
    let wire = try TestWire()
    let anonymous = await wire.call("accounts:signUp")
    _ = await wire.own("/accounts:update", ["localId": .text(anonymous.localID), "disableUser": true])
    let answer = await wire.call(
      "accounts:signUp",
      ["idToken": .text(anonymous.idToken), "email": "a@example.com", "password": "correct horse"])
    #expect(answer.refusal == "400 USER_DISABLED")
  }

  @Test("sign-in by password: lastLoginAt moves; every refusal by name: wire 47, 49, 51, 53, 55")
  func password() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    wire.clock.move(.seconds(5))
    func signIn(_ body: JSON) async -> Answer { await wire.call("accounts:signInWithPassword", body) }
    #expect(await signIn(["password": "x"]).refusal == "400 MISSING_EMAIL")
    #expect(await signIn(["email": "paula@example.com"]).refusal == "400 MISSING_PASSWORD")
    #expect(await signIn(["email": "nobody@example.com", "password": "x"]).refusal == "400 EMAIL_NOT_FOUND")
    #expect(await signIn(["email": "paula@example.com", "password": "x"]).refusal == "400 INVALID_PASSWORD")
    let answer = await signIn(["email": "Paula@example.com", "password": "correct horse"])
    #expect(answer["registered"] == true)
    #expect(await wire.record(answer.idToken)?["lastLoginAt"] == "1800000005000")
    _ = await wire.own("/accounts:update", ["localId": .text(account.localID), "disableUser": true])
    #expect(
      await signIn(["email": "paula@example.com", "password": "correct horse"]).refusal == "400 USER_DISABLED"
    )
  }

  @Test(
    "serve does not tell unknown addresses from wrong passwords: R29",
    arguments: ["nobody@example.com", "paula@example.com"])
  func enumeration(email: String) async throws {
    let wire = try TestWire(.serve)
    #expect(await wire.signUp(password: "correct horse battery").status == 200)
    let answer = await wire.call("accounts:signInWithPassword", ["email": .text(email), "password": "wrong"])
    #expect(answer.refusal == "400 INVALID_LOGIN_CREDENTIALS")
  }

  @Test("custom tokens: wire 89, 91, 93, 95 and R5")
  func customToken() async throws {
    let wire = try TestWire()
    let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    func token(_ claims: String, audience: String) -> String {
      let head = JWTText.unsigned(#"{"aud":"\#(audience)","uid":"bob","claims":\#(claims)}"#)
      return head
    }
    func signIn(_ token: String) async -> Answer {
      await wire.call("accounts:signInWithCustomToken", ["token": .text(token)])
    }
    #expect(await signIn("").refusal == "400 MISSING_CUSTOM_TOKEN")
    #expect(await signIn(#"{"uid":"bob"}"#).message?.hasPrefix("INVALID_CUSTOM_TOKEN") == true)
    #expect(
      await signIn(token("{}", audience: "https://evil.example")).message?.contains("INVALID_CUSTOM_TOKEN")
        == true)
    #expect(
      await signIn(token(#"{"firebase":1}"#, audience: audience)).refusal == "400 FORBIDDEN_CLAIM : firebase")
    #expect(try await wire.accounts.count() == 0)
    let answer = await signIn(token(#"{"role":"admin"}"#, audience: audience))
    #expect(answer["isNewUser"] == true)
    #expect(answer["localId"] == nil)
    let claims = TestWire.claims(answer.idToken)
    #expect(claims["role"] == "admin")
    #expect(claims["sub"] == "bob")
    #expect(claims["firebase"]?["sign_in_provider"] == "custom")
    let again = await signIn(token("{}", audience: audience))
    #expect(again["isNewUser"] == false)
    let serve = try await TestWire(.serve).call(
      "accounts:signInWithCustomToken", ["token": .text(token("{}", audience: audience))])
    #expect(serve.status == 400, "an unsigned token opened a production account: A40")
  }
}

@Suite("lookup, update and delete")
struct AccountTests {
  @Test("a bad, foreign, expired or missing ID token: wire §4.6, A40")
  func badTokens() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    func lookup(_ token: String) async -> String {
      await wire.call("accounts:lookup", ["idToken": .text(token)]).refusal
    }
    #expect(await wire.call("accounts:lookup").refusal == "400 MISSING_ID_TOKEN")
    #expect(await lookup("garbage") == "400 INVALID_ID_TOKEN")
    let parts = account.idToken.split(separator: ".")
    #expect(
      await lookup(JWTText.unsigned(String(decoding: TestWire.claims(account.idToken).bytes, as: UTF8.self)))
        == "400 INVALID_ID_TOKEN")
    #expect(await lookup("\(parts[0]).\(parts[1]).") == "400 INVALID_ID_TOKEN")
    #expect(await lookup(try TestWire().signUp().idToken) == "400 INVALID_ID_TOKEN")
    wire.clock.move(.seconds(3600))
    #expect(await lookup(account.idToken) == "400 TOKEN_EXPIRED")
  }

  @Test("an administrator's look-up: each once, in order, unknown ones missing: wire 109, 111, 113, 115")
  func lookup() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    let found = await wire.own(
      "/accounts:lookup",
      [
        "localId": [.text(account.localID), "nobody", .text(account.localID)], "email": ["PAULA@example.com"],
      ])
    #expect(found["users"]?.list?.count == 1)
    for body: JSON in [["email": ["nobody@example.com"]], ["localId": ["nobody"]], [:]] {
      let answer = await wire.own("/accounts:lookup", body)
      #expect(answer.status == 200)
      #expect(answer["users"] == nil)
    }
    #expect(await wire.own("/accounts:lookup", ["initialEmail": ["a@example.com"]]).status == 501)
  }

  @Test("a person's federated identity is found by provider and subject")
  func federated() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    let answer = await wire.own(
      "/accounts:lookup",
      [
        "federatedUserId": [
          ["providerId": "apple.com", "rawId": .text(TestApple.Person.maria.subject)], ["rawId": "x"],
        ]
      ])
    #expect(answer["users"]?[0]?["localId"] == .text(maria.localID))
  }

  @Test("name and photo are echoed without tokens, and cleared by name: wire 117")
  func profile() async throws {
    let wire = try TestWire()
    let token = await wire.signUp().idToken
    let set = await wire.call(
      "accounts:update",
      [
        "idToken": .text(token), "displayName": "Paula", "photoUrl": "https://x.example/p",
        "returnSecureToken": true,
      ])
    #expect(set["displayName"] == "Paula")
    #expect(set["photoUrl"] == "https://x.example/p")
    #expect(set["idToken"] == nil)
    let cleared = await wire.call(
      "accounts:update", ["idToken": .text(token), "deleteAttribute": ["DISPLAY_NAME", 4]])
    #expect(cleared["displayName"] == nil)
    #expect(cleared["photoUrl"] == nil)
  }

  @Test(
    "what a client may not set: wire §4.7, R26b",
    arguments: [
      (["displayName": "X"], "400 INVALID_REQ_TYPE : Unsupported request parameters.", false),
      (["customAttributes": "{}"], "400 INSUFFICIENT_PERMISSION", true),
      (["disableUser": true], "400 OPERATION_NOT_ALLOWED", true),
      (
        ["linkProviderUserInfo": ["providerId": "apple.com", "rawId": "victim"]],
        "400 INSUFFICIENT_PERMISSION : Sign in with the provider to link it.", true
      ),
    ] as [(JSON, String, Bool)])
  func limits(body: JSON, expected: String, isSignedIn: Bool) async throws {
    let wire = try TestWire()
    let token = await wire.signUp().idToken
    var members = body.object ?? [:]
    if isSignedIn { members["idToken"] = .text(token) }
    #expect(await wire.call("accounts:update", .object(members)).refusal == expected)
  }

  @Test("telephone, proof and times from a client are ignored")
  func ignored() async throws {
    let wire = try TestWire()
    let token = await wire.signUp().idToken
    let answer = await wire.call(
      "accounts:update",
      ["idToken": .text(token), "phoneNumber": "+12025550123", "emailVerified": true, "createdAt": "1"])
    #expect(answer.status == 200)
    let record = await wire.record(token)
    #expect(record?["phoneNumber"] == nil)
    #expect(record?["emailVerified"] == false)
    #expect(record?["createdAt"] == "1800000000000")
  }

  @Test("a new password ends earlier tokens, the new one works: wire 119, 133")
  func password() async throws {
    let wire = try TestWire()
    let old = await wire.signUp()
    wire.clock.move(.seconds(2))
    let changed = await wire.call(
      "accounts:update", ["idToken": .text(old.idToken), "password": "battery staple"])
    #expect(TestWire.claims(changed.idToken)["firebase"]?["sign_in_provider"] == "password")
    #expect(
      await wire.call("accounts:lookup", ["idToken": .text(old.idToken)]).refusal == "400 TOKEN_EXPIRED")
    #expect(await wire.record(changed.idToken) != nil)
    #expect(await wire.refresh(old.refreshToken).refusal == "400 TOKEN_EXPIRED")
  }

  @Test("a client's validSince means now: wire 133")
  func validSince() async throws {
    let wire = try TestWire()
    let old = await wire.signUp()
    wire.clock.move(.seconds(2))
    let changed = await wire.call("accounts:update", ["idToken": .text(old.idToken), "validSince": "1"])
    #expect(changed["idToken"] != nil)
    #expect(
      await wire.call("accounts:lookup", ["idToken": .text(old.idToken)]).refusal == "400 TOKEN_EXPIRED")
  }

  @Test("a new address: new tokens, the old one signs in no more, a code recovers it: wire 121, 123")
  func email() async throws {
    let wire = try TestWire()
    let old = await wire.signUp()
    let changed = await wire.call(
      "accounts:update", ["idToken": .text(old.idToken), "email": "new@example.com"])
    #expect(TestWire.claims(changed.idToken)["email"] == "new@example.com")
    #expect(await wire.record(changed.idToken)?["initialEmail"] == "paula@example.com")
    #expect(
      await wire.call(
        "accounts:signInWithPassword", ["email": "paula@example.com", "password": "correct horse"]
      ).refusal == "400 EMAIL_NOT_FOUND")
    let codes = await wire.send(.get, "/emulator/v1/projects/demo-bramley/oobCodes")
    #expect(codes["oobCodes"]?[0]?["requestType"] == "RECOVER_EMAIL")
    let code = try #require(codes["oobCodes"]?[0]?["oobCode"])
    let recovered = await wire.call("accounts:update", ["oobCode": code])
    #expect(recovered["email"] == "paula@example.com")
  }

  @Test("an old sign-in changes neither address nor password and deletes nothing: R28, wire §6.5")
  func recentSignIn() async throws {
    let wire = try TestWire()
    let token = await wire.signUp().idToken
    wire.clock.move(.seconds(301))
    for body: JSON in [["email": "new@example.com"], ["password": "battery staple"]] {
      var members = body.object ?? [:]
      members["idToken"] = .text(token)
      #expect(
        await wire.call("accounts:update", .object(members)).refusal == "400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }
    #expect(
      await wire.call("accounts:delete", ["idToken": .text(token)]).refusal
        == "400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    #expect(try await wire.accounts.count() == 1)
  }

  @Test("unlinking lists what remains, and revokes at Apple: R26a")
  func unlink() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    let linked = await wire.call(
      "accounts:signUp",
      ["idToken": .text(maria.idToken), "email": "maria@example.com", "password": "correct horse"])
    let answer = await wire.call(
      "accounts:update", ["idToken": .text(linked.idToken), "deleteProvider": ["apple.com"]])
    #expect(answer.status == 200)
    #expect(answer["providerUserInfo"]?.list?.map { $0["providerId"] } == ["password"])
  }

  @Test("deletion: the own account, an owner's; afterwards tokens name nobody: wire 143, 145")
  func deletion() async throws {
    let wire = try TestWire()
    #expect(await wire.call("accounts:delete", ["localId": "x"]).refusal == "400 MISSING_ID_TOKEN")
    #expect(await wire.own("/accounts:delete").refusal == "400 MISSING_LOCAL_ID")
    #expect(await wire.own("/accounts:delete", ["localId": "x"]).refusal == "400 USER_NOT_FOUND")
    let account = await wire.signIn()
    let deleted = await wire.call(
      "accounts:delete", ["idToken": .text(account.idToken), "localId": .text(account.localID)])
    #expect(deleted["kind"] == "identitytoolkit#DeleteAccountResponse")
    #expect(
      await wire.call("accounts:lookup", ["idToken": .text(account.idToken)]).refusal == "400 USER_NOT_FOUND")
    #expect(await wire.refresh(account.refreshToken).refusal == "400 USER_NOT_FOUND")
    wire.clock.move(.seconds(1))
    #expect(await wire.signIn()["isNewUser"] == true)
    let other = await wire.signUp()
    #expect(await wire.own("/accounts:delete", ["localId": .text(other.localID)]).status == 200)
  }
}
