import Accounts
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("signInWithIdp with Apple")
struct SignInWithAppleTests {
  @Test("refusals carry the constant and text of the causes' table and leave no account: R13, R14, A05, A04")
  func refusals() async throws {
    let wire = try TestWire()
    let apple = wire.apple
    let invalid = "400 INVALID_IDP_RESPONSE : The Apple identity token is not valid."
    let cases: [(Answer, String)] = [
      (await wire.signIn(token: apple.token(isForged: true)), invalid),
      (await wire.signIn(token: apple.token(issuer: "https://evil.example")), invalid),
      (await wire.signIn(token: apple.token(now: TestClock.start - 3600)), invalid),
      (await wire.signIn(token: "garbage"), invalid),
      (
        await wire.signIn(token: apple.token(audience: "com.evil.app")),
        "400 INVALID_IDP_RESPONSE : The audience in ID Token [com.evil.app] does not match the expected audience."
      ),
      (await wire.signIn(nonce: nil), "400 MISSING_OR_INVALID_NONCE : Nonce is missing in the request."),
      (
        await wire.signIn(nonce: "another"),
        "400 MISSING_OR_INVALID_NONCE : The nonce in ID Token does not match the SHA256 hash of the raw nonce."
      ),
    ]
    for (answer, expected) in cases { #expect(answer.refusal == expected) }
    let nonceless = await wire.signIn(token: apple.token(nonce: nil))
    #expect(
      nonceless.message?.hasPrefix("MISSING_OR_INVALID_NONCE : The identity token carries no nonce.") == true)
    #expect(try await wire.accounts.count() == 0)
  }

  @Test("no log line of a refusal holds the token: FR-66")
  func logs() async throws {
    let wire = try TestWire()
    let token = wire.apple.token(isForged: true)
    _ = await wire.signIn(token: token)
    #expect(!wire.log.isEmpty)
    #expect(!wire.log.contains { $0.contains(token.suffix(40)) || $0.contains(TestWire.nonce) })
  }

  @Test("a credential is taken once: R13")
  func replay() async throws {
    let wire = try TestWire()
    let token = wire.apple.token()
    #expect(await wire.signIn(token: token).status == 200)
    let again = await wire.signIn(token: token)
    #expect(
      again.refusal
        == "400 MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential."
    )
  }

  @Test("the same request by its identifier is answered again, another is not: R20")
  func repeatedRequest() async throws {
    let wire = try TestWire()
    let token = wire.apple.token()
    let body: JSON = [
      "requestUri": "http://localhost",
      "postBody": "id_token=\(token)&providerId=apple.com&nonce=\(TestWire.nonce)",
    ]
    func post(_ id: String) async -> Answer {
      await wire.send(
        .post, "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=fake", body: body.bytes,
        headers: ["x-bramley-request-id": id])
    }
    let first = await post("0123456789abcdef0123456789abcdef")
    let again = await post("0123456789abcdef0123456789abcdef")
    #expect(again.status == 200)
    #expect(again.localID == first.localID)
    let other = await post("ffffffffffffffffffffffffffffffff")
    #expect(other.message?.hasPrefix("MISSING_OR_INVALID_NONCE : Duplicate") == true)
  }

  @Test("a new person: the answer's members as both SDKs need them")
  func newPerson() async throws {
    let wire = try TestWire()
    let answer = await wire.signIn(
      extra: "&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Maria%22%2C%22lastName%22%3A%22Muster%22%7D%7D")
    #expect(answer.status == 200)
    #expect(answer["providerId"] == "apple.com")
    #expect(answer["federatedId"] == .text(TestApple.Person.maria.subject))
    #expect(answer["isNewUser"] == true)
    #expect(answer["expiresIn"] == "3600")
    #expect(answer["emailVerified"] == true)
    #expect(answer["displayName"] == "Maria Muster")
    for absent in ["needConfirmation", "errorMessage", "mfaPendingCredential", "oauthAccessToken"] {
      #expect(answer[absent] == nil, "\(absent)")
    }
    #expect(JSON(parsing: Array((answer["rawUserInfo"]?.text ?? "").utf8)).object != nil)
    let record = await wire.record(answer.idToken)
    #expect(record?["localId"] == .text(answer.localID))
    #expect(record?["displayName"] == "Maria Muster")
    #expect(record?["createdAt"]?.text == "1800000000000")
    #expect(record?["lastLoginAt"]?.text == "1800000000000")
    #expect(record?["providerUserInfo"]?[0]?["rawId"] == .text(TestApple.Person.maria.subject))
    let claims = TestWire.claims(answer.idToken)
    #expect(claims["firebase"]?["sign_in_provider"] == "apple.com")
    #expect(claims["sub"] == claims["user_id"])
    #expect(claims["sid"] != nil)
  }

  @Test("the Apple SDK's form: v3 path, raw postBody with the user's JSON, any method")
  func appleSDK() async throws {
    let wire = try TestWire()
    let token = wire.apple.token()
    let body: JSON = [
      "requestUri": "http://localhost", "returnIdpCredential": true, "autoCreate": true,
      "postBody":
        "providerId=apple.com&id_token=\(token)&nonce=\(TestWire.nonce)&user={\"name\":{\"firstName\":\"Zoë & Co\",\"lastName\":\"100% +\"}}",
    ]
    let answer = await wire.send(
      .put, "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyAssertion?key=fake", body: body.bytes)
    #expect(answer.status == 200)
    #expect(answer["displayName"] == "Zoë & Co 100% +")
  }

  @Test("a returning person keeps the name and is not new: R24")
  func returning() async throws {
    let wire = try TestWire()
    let first = await wire.signIn(extra: "&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Maria%22%7D%7D")
    wire.clock.move(.seconds(10))
    let second = await wire.signIn(extra: "&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Evil%22%7D%7D")
    #expect(second.localID == first.localID)
    #expect(second["isNewUser"] == nil)
    #expect(await wire.record(second.idToken)?["displayName"] == "Maria")
  }

  @Test("reauthentication makes no account: R25")
  func reauthentication() async throws {
    let wire = try TestWire()
    #expect(await wire.signIn(more: ["autoCreate": false]).refusal == "400 EMAIL_NOT_FOUND")
    wire.clock.move(.seconds(1))
    let soft = await wire.signIn(more: ["autoCreate": false, "returnIdpCredential": true])
    #expect(soft.status == 200)
    #expect(soft["errorMessage"] == "USER_NOT_FOUND")
    #expect(soft["idToken"] == nil)
    #expect(try await wire.accounts.count() == 0)
  }

  @Test("an address that is proven on another account needs confirmation; the pending token links: R19, R23, wire 71")
  func confirmation() async throws {
    let wire = try TestWire()
    let owner = await wire.own(
      "/accounts", ["email": "maria@example.com", "emailVerified": true, "password": "correct horse"])
    let asked = await wire.signIn()
    #expect(asked.status == 200)
    #expect(asked["needConfirmation"] == true)
    #expect(asked["localId"] == nil)
    #expect(asked["idToken"] == nil)
    let pending = try #require(asked["pendingToken"]?.text)
    let password = await wire.call(
      "accounts:signInWithPassword", ["email": "maria@example.com", "password": "correct horse"])
    let linked = await wire.call(
      "accounts:signInWithIdp",
      [
        "requestUri": "http://localhost", "pendingToken": .text(pending), "idToken": .text(password.idToken),
        "returnSecureToken": true,
      ])
    #expect(linked.status == 200)
    #expect(linked.localID == owner.localID)
    let again = await wire.call(
      "accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingToken": .text(pending)])
    #expect(again.refusal == "400 INVALID_PENDING_TOKEN")
  }

  @Test("linking an identity of another account: 400, or 200 with a pending token: wire 81, R19")
  func alreadyLinked() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    let other = await wire.call("accounts:signUp")
    wire.clock.move(.seconds(1))
    let plain = await wire.signIn(more: ["idToken": .text(other.idToken)])
    #expect(plain.refusal == "400 FEDERATED_USER_ID_ALREADY_LINKED")
    wire.clock.move(.seconds(1))
    let soft = await wire.signIn(
      more: ["idToken": .text(other.idToken), "returnIdpCredential": true])
    #expect(soft.status == 200)
    #expect(soft["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
    #expect(soft["localId"] == nil)
    #expect(soft["oauthIdToken"] != nil)
    let pending = try #require(soft["pendingToken"]?.text)
    let signedIn = await wire.call(
      "accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingToken": .text(pending)])
    #expect(signedIn.localID == maria.localID)
  }

  @Test("an anonymous account keeps its identifier when Apple is linked: wire 75")
  func upgrade() async throws {
    let wire = try TestWire()
    let anonymous = await wire.call("accounts:signUp")
    let linked = await wire.signIn(more: ["idToken": .text(anonymous.idToken)])
    #expect(linked.localID == anonymous.localID)
    #expect(linked["isNewUser"] == nil)
    #expect(TestWire.claims(linked.idToken)["firebase"]?["sign_in_provider"] == "apple.com")
  }

  @Test("linking to a disabled account is refused: wire 67, 77, A37")
  func disabled() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    _ = await wire.own("/accounts:update", ["localId": .text(maria.localID), "disableUser": true])
    wire.clock.move(.seconds(1))
    #expect(await wire.signIn().refusal == "400 USER_DISABLED")
    wire.clock.move(.seconds(1))
    #expect(
      await wire.signIn(.amir, more: ["idToken": .text(maria.idToken)]).refusal == "400 USER_DISABLED")
  }

  @Test("a consent goes with a link where one is needed: R27")
  func consent() async throws {
    let wire = try TestWire()
    let anonymous = await wire.call("accounts:signUp")
    let body: [String: JSON] = [
      "requestUri": "http://localhost", "idToken": .text(anonymous.idToken),
      "postBody": .text("id_token=\(wire.apple.token())&providerId=apple.com&nonce=\(TestWire.nonce)"),
    ]
    func post(_ body: [String: JSON]) async -> Answer {
      await wire.send(
        .post, "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=fake",
        body: JSON.object(body).bytes, headers: ["x-client-version": "BramleyAuth/1.0"])
    }
    #expect(
      await post(body).message?.hasPrefix("OPERATION_NOT_ALLOWED : CONSENT_REQUIRED") == true)
    let consent: JSON = ["kind": "link", "version": "3", "text": "Connect?", "locale": "en"]
    let linked = await post(body.merging(["consent": consent]) { $1 })
    #expect(linked.status == 200)
    let list = await wire.person("/v1/consents:list", token: linked.idToken)
    #expect(list["consents"]?[0]?["text"] == "Connect?")
  }
}
