import Accounts
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Codes of mail links")
struct OutOfBandTests {
  private func codes(_ wire: TestWire) async -> [JSON] {
    await wire.send(.get, "/emulator/v1/projects/demo-bramley/oobCodes")["oobCodes"]?.list ?? []
  }

  private func link(_ wire: TestWire, _ body: JSON) async -> Answer {
    var members = body.object ?? [:]
    members["returnOobLink"] = true
    return await wire.own("/accounts:sendOobCode", .object(members))
  }

  @Test("refusals of sendOobCode: wire 149, 151, 153, 157")
  func refusals() async throws {
    let wire = try TestWire()
    _ = await wire.signUp()
    func send(_ body: JSON) async -> String { await wire.call("accounts:sendOobCode", body).refusal }
    #expect(await send(["email": "a@example.com"]) == "400 MISSING_REQ_TYPE")
    #expect(await send(["requestType": "EMAIL_SIGNIN"]) == "400 MISSING_EMAIL")
    #expect(
      await send(["requestType": "PASSWORD_RESET", "email": "nobody@example.com"]) == "400 EMAIL_NOT_FOUND")
    #expect(await send(["requestType": "VERIFY_EMAIL", "idToken": "x"]) == "400 INVALID_ID_TOKEN")
    #expect(
      await send(["requestType": "EMAIL_SIGNIN", "email": "a@example.com", "returnOobLink": true])
        == "400 INSUFFICIENT_PERMISSION")
    #expect(
      await send(["requestType": "EMAIL_SIGNIN", "email": "a@example.com", "continueUrl": "app"])
        .contains("INVALID_CONTINUE_URI"))
    #expect(await send(["requestType": "VERIFY_AND_CHANGE_EMAIL"]) == "400 MISSING_NEW_EMAIL")
    #expect(await link(wire, ["requestType": "VERIFY_EMAIL"]).refusal == "400 MISSING_EMAIL")
    #expect(
      await link(wire, ["requestType": "VERIFY_EMAIL", "email": "nobody@example.com"]).refusal
        == "400 USER_NOT_FOUND")
    let other = await wire.signUp("other@example.com")
    #expect(
      await send([
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": .text(other.idToken),
        "newEmail": "paula@example.com",
      ]) == "400 EMAIL_EXISTS")
    #expect(await codes(wire).isEmpty)
  }

  @Test("serve sends nothing without mail, and never shows a code: R2, R29")
  func serve() async throws {
    let wire = try TestWire(.serve)
    let answer = await wire.call(
      "accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "a@example.com"])
    #expect(answer.refusal == "400 OPERATION_NOT_ALLOWED : No mail is configured: nothing can be sent.")
    for path in ["/emulator/v1/projects/demo-bramley/oobCodes", "/emulator/action?oobCode=x"] {
      for listener: Listener in [.open, .admin(acceptsOwnerBearer: true)] {
        let shut = try TestWire(.serve, listener: listener)
        #expect(await shut.send(.get, path, headers: ["authorization": "Bearer owner"]).status == 404)
      }
    }
  }

  @Test("a link that an administrator is given stands in the account's audit with the name: R3, R30")
  func handedOut() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    for kind in ["VERIFY_EMAIL", "PASSWORD_RESET", "EMAIL_SIGNIN"] {
      let answer = await wire.callAsOwner(
        "accounts:sendOobCode",
        ["requestType": .text(kind), "email": "paula@example.com", "returnOobLink": true])
      #expect(answer.status == 200)
    }
    let id = try #require(Account.ID(account.localID))
    let events = try await wire.accounts.events(of: id, after: 0).filter { $0.kind == .linkHandedOut }
    #expect(
      events.map(\.detail) == [
        "VERIFY_EMAIL by owner", "PASSWORD_RESET by owner", "EMAIL_SIGNIN by owner",
      ])
  }

  @Test("proving an address: the code shows in the control API, is good once, and is gone: wire 147, R30")
  func verification() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    let sent = await wire.call(
      "accounts:sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": .text(account.idToken)])
    #expect(sent["email"] == "paula@example.com")
    #expect(sent["oobCode"] == nil)
    #expect(sent["oobLink"] == nil)
    let code = try #require(await codes(wire).first?["oobCode"])
    for _ in 0..<2 {
      let seen = await wire.call("accounts:resetPassword", ["oobCode": code])
      #expect(seen["requestType"] == "VERIFY_EMAIL")
    }
    let applied = await wire.call("accounts:update", ["oobCode": code])
    #expect(applied["emailVerified"] == true)
    #expect(await codes(wire).isEmpty)
    #expect(await wire.call("accounts:update", ["oobCode": code]).refusal == "400 INVALID_OOB_CODE")
  }

  @Test("a code is for one purpose and an hour: R30")
  func bounds() async throws {
    let wire = try TestWire()
    _ = await wire.signUp()
    let reset = await link(wire, ["requestType": "PASSWORD_RESET", "email": "paula@example.com"])
    let code = reset["oobCode"] ?? .null
    #expect(await wire.call("accounts:update", ["oobCode": code]).refusal == "400 INVALID_OOB_CODE")
    #expect(
      await wire.call("accounts:signInWithEmailLink", ["email": "paula@example.com", "oobCode": code]).refusal
        == "400 INVALID_OOB_CODE")
    #expect(
      await wire.call("accounts:resetPassword", ["oobCode": code, "newPassword": "12345"]).message?.hasPrefix(
        "WEAK_PASSWORD") == true)
    wire.clock.move(.seconds(3601))
    #expect(
      await wire.call("accounts:resetPassword", ["oobCode": code, "newPassword": "battery staple"]).refusal
        == "400 EXPIRED_OOB_CODE")
  }

  @Test("a reset proves the address, ends what was open, and keeps Apple: wire 155, R26")
  func reset() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    let linked = await wire.call(
      "accounts:signUp",
      ["idToken": .text(maria.idToken), "email": "maria@example.com", "password": "correct horse"])
    let code =
      await link(wire, ["requestType": "PASSWORD_RESET", "email": "maria@example.com"])["oobCode"] ?? .null
    wire.clock.move(.seconds(2))
    let answer = await wire.call(
      "accounts:resetPassword", ["oobCode": code, "newPassword": "battery staple"])
    #expect(answer["requestType"] == "PASSWORD_RESET")
    #expect(answer["email"] == "maria@example.com")
    #expect(
      await wire.call("accounts:lookup", ["idToken": .text(linked.idToken)]).refusal == "400 TOKEN_EXPIRED")
    let signedIn = await wire.call(
      "accounts:signInWithPassword", ["email": "maria@example.com", "password": "battery staple"])
    let record = await wire.record(signedIn.idToken)
    #expect(record?["emailVerified"] == true)
    #expect(record?["providerUserInfo"]?[0]?["providerId"] == "apple.com")
  }

  @Test("a proven new address takes the old one's place; the old one can take it back: wire 125, 127")
  func change() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    _ = await wire.call(
      "accounts:sendOobCode",
      [
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": .text(account.idToken),
        "newEmail": "new@example.com",
      ])
    let code = try #require(await codes(wire).first?["oobCode"])
    let changed = await wire.call("accounts:update", ["oobCode": code])
    #expect(changed["email"] == "new@example.com")
    #expect(changed["newEmail"] == "new@example.com")
    #expect(changed["emailVerified"] == true)
    let recovery = try #require(await codes(wire).first)
    #expect(recovery["requestType"] == "RECOVER_EMAIL")
    #expect(recovery["email"] == "paula@example.com")
    #expect(await wire.signUp().status == 200)
    #expect(
      await wire.call("accounts:update", ["oobCode": recovery["oobCode"] ?? .null]).refusal
        == "400 EMAIL_EXISTS")
  }

  @Test("a mail link signs in; the address must be its own: wire 159, 161")
  func emailLink() async throws {
    let wire = try TestWire()
    let code =
      await link(wire, ["requestType": "EMAIL_SIGNIN", "email": "New@example.com"])["oobCode"] ?? .null
    func signIn(_ email: String, _ code: JSON) async -> Answer {
      await wire.call("accounts:signInWithEmailLink", ["email": .text(email), "oobCode": code])
    }
    #expect(await signIn("new@example.com", "garbage").refusal == "400 INVALID_OOB_CODE")
    #expect(
      await signIn("other@example.com", code).refusal
        == "400 INVALID_EMAIL : The email provided does not match the sign-in email address.")
    let answer = await signIn("new@example.com", code)
    #expect(answer["isNewUser"] == true)
    #expect(TestWire.claims(answer.idToken)["firebase"]?["sign_in_provider"] == "password")
    #expect(await wire.record(answer.idToken)?["emailVerified"] == true)
    let methods = await wire.call(
      "accounts:createAuthUri", ["identifier": "new@example.com", "continueUri": "http://localhost"])
    #expect(methods["signinMethods"] == ["emailLink"])
    #expect(await signIn("new@example.com", code).refusal == "400 INVALID_OOB_CODE")
  }

  @Test("whoever proves the address gets an unproven account emptied first: R26c, A21")
  func takeover() async throws {
    let wire = try TestWire()
    let attacker = await wire.signUp("victim@example.com")
    wire.clock.move(.seconds(2))
    let code =
      await link(wire, ["requestType": "EMAIL_SIGNIN", "email": "victim@example.com"])["oobCode"] ?? .null
    let victim = await wire.call(
      "accounts:signInWithEmailLink", ["email": "victim@example.com", "oobCode": code])
    #expect(victim.localID == attacker.localID)
    #expect(await wire.refresh(attacker.refreshToken).refusal == "400 TOKEN_EXPIRED")
    #expect(
      await wire.call(
        "accounts:signInWithPassword", ["email": "victim@example.com", "password": "correct horse"]
      ).status == 400)
  }

  @Test("a link with an ID token moves the account to the new address: wire 163")
  func linking() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    let code =
      await link(wire, ["requestType": "EMAIL_SIGNIN", "email": "new@example.com"])["oobCode"] ?? .null
    let answer = await wire.call(
      "accounts:signInWithEmailLink",
      ["email": "new@example.com", "oobCode": code, "idToken": .text(account.idToken)])
    #expect(answer.localID == account.localID)
    #expect(answer["email"] == "new@example.com")
    #expect(await wire.signUp().status == 200)
  }

  @Test("the link opens as Google's emulator's does, in dev: wire §4.18")
  func action() async throws {
    let wire = try TestWire()
    _ = await wire.signUp()
    let sent = await link(
      wire,
      [
        "requestType": "VERIFY_EMAIL", "email": "paula@example.com",
        "continueUrl": "https://app.example/done",
      ])
    let target = (sent["oobLink"]?.text ?? "").replacing("http://localhost:9099", with: "")
    #expect(target.hasPrefix("/emulator/action?mode=verifyEmail&lang=en&oobCode="))
    let wrong = await wire.send(.get, target.replacing("mode=verifyEmail", with: "mode=resetPassword"))
    #expect(wrong.status == 400)
    #expect(wrong["authEmulator"]?["error"] != nil)
    let done = await wire.send(.get, target)
    #expect(done.status == 303)
    #expect(done.response.headers["location"] == "https://app.example/done")
    #expect(await wire.send(.get, target).status == 400)
  }

  @Test("createAuthUri tells only an address's own ways where several accounts may have it: wire 105")
  func methodsWithDuplicates() async throws {
    let wire = try TestWire()
    try wire.accounts.adjust(onePerEmail: false, protectsEnumeration: nil)
    _ = await wire.signUp("maria@example.com")
    _ = await wire.signIn()
    #expect(try await wire.accounts.count() == 2)
    let answer = await wire.call(
      "accounts:createAuthUri",
      ["identifier": "maria@example.com", "continueUri": "http://localhost"])
    #expect(answer["registered"] == true)
    #expect(answer["allProviders"] == ["password"])
    #expect(answer["signinMethods"] == ["password"])
  }

  @Test("createAuthUri: ways to sign in, and nothing under protection: wire 99, 101, 103, 107, R29")
  func methods() async throws {
    let wire = try TestWire()
    _ = await wire.signUp()
    func ask(_ wire: TestWire, _ identifier: String) async -> Answer {
      await wire.call(
        "accounts:createAuthUri", ["identifier": .text(identifier), "continueUri": "http://localhost"])
    }
    #expect(await ask(wire, "nonsense").refusal == "400 INVALID_IDENTIFIER")
    #expect(await wire.call("accounts:createAuthUri").refusal == "400 MISSING_IDENTIFIER")
    let unknown = await ask(wire, "nobody@example.com")
    #expect(unknown["registered"] == false)
    #expect(unknown["sessionId"]?.text != nil)
    let known = await ask(wire, "PAULA@example.com")
    #expect(known["registered"] == true)
    #expect(known["allProviders"] == ["password"])
    let serve = try TestWire(.serve)
    let silent = await ask(serve, "paula@example.com")
    #expect(Set(silent.json.object?.keys.sorted() ?? []) == ["kind", "sessionId"])
  }
}
