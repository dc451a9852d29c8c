import Accounts
import AppleIDClient
import BramleyCrypto
import BramleyHTTP
import Synchronization
import Testing

@testable import IdentityToolkitAPI

@Suite("What Google's wire lacks")
struct PersonTests {
  @Test(
    "every operation of a person needs an ID token: contract §4",
    arguments: [
      "sessions:list", "sessions:end", "consents:record", "consents:list", "apple:credentialState",
      "account:export",
    ])
  func unauthenticated(name: String) async throws {
    let wire = try TestWire()
    #expect(await wire.send(.post, "/v1/\(name)").refusal == "400 MISSING_ID_TOKEN")
    let body: JSON = ["all": true, "kind": "x"]
    #expect(await wire.person("/v1/\(name)", body, token: "owner").refusal == "400 INVALID_ID_TOKEN")
  }

  @Test("sessions: listed newest first, one marked current; the token may stand in the body")
  func sessions() async throws {
    let wire = try TestWire()
    let first = await wire.signIn()
    wire.clock.move(.seconds(1))
    let second = await wire.signIn()
    let list = await wire.send(
      .post, "/v1/sessions:list", body: JSON.object(["idToken": .text(first.idToken)]).bytes)
    let sessions = list["sessions"]?.list ?? []
    #expect(sessions.count == 2)
    #expect(sessions.map { $0["current"] } == [false, true])
    #expect(sessions[0]["sid"] == TestWire.claims(second.idToken)["sid"])
    #expect(sessions[0]["createdAt"] == "1800000001000")
  }

  @Test("ending one, the others and all: ended sessions answer TOKEN_EXPIRED: R11, R33")
  func ending() async throws {
    let wire = try TestWire()
    var tokens: [Answer] = []
    for _ in 0..<4 {
      tokens.append(await wire.signIn())
      wire.clock.move(.seconds(1))
    }
    let own = tokens[3].idToken
    func state(_ index: Int) async -> String {
      await wire.call("accounts:lookup", ["idToken": .text(tokens[index].idToken)]).refusal
    }
    #expect(
      await wire.person("/v1/sessions:end", token: own).refusal
        == "400 INVALID_REQ_TYPE : Send exactly one of sid, others and all.")
    let sid = TestWire.claims(tokens[0].idToken)["sid"] ?? .null
    #expect(await wire.person("/v1/sessions:end", ["sid": sid], token: own).status == 200)
    #expect(await state(0) == "400 TOKEN_EXPIRED")
    #expect(await state(1) == "200 ")
    #expect(await wire.person("/v1/sessions:end", ["others": true], token: own).status == 200)
    #expect(await state(1) == "400 TOKEN_EXPIRED")
    #expect(await state(3) == "200 ")
    #expect(await wire.person("/v1/sessions:end", ["all": true], token: own).status == 200)
    #expect(await state(3) == "400 TOKEN_EXPIRED")
    #expect(await wire.refresh(tokens[3].refreshToken).refusal == "400 TOKEN_EXPIRED")
  }

  @Test("another person's session is left alone")
  func foreignSession() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    let amir = await wire.signIn(.amir)
    let sid = TestWire.claims(maria.idToken)["sid"] ?? .null
    _ = await wire.person("/v1/sessions:end", ["sid": sid], token: amir.idToken)
    #expect(await wire.record(maria.idToken) != nil)
  }

  @Test("sign-out ends the refresh token's session; garbage is no error")
  func signOut() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    #expect(
      await wire.send(.post, "/v1/sessions:signOut", body: Array(#"{"refreshToken":"x"}"#.utf8)).status == 200
    )
    let body = JSON.object(["refreshToken": .text(maria.refreshToken)]).bytes
    #expect(await wire.send(.post, "/v1/sessions:signOut", body: body).status == 200)
    #expect(await wire.refresh(maria.refreshToken).refusal == "400 TOKEN_EXPIRED")
  }

  @Test("consents are recorded and listed")
  func consents() async throws {
    let wire = try TestWire()
    let token = await wire.signIn().idToken
    #expect(await wire.person("/v1/consents:record", token: token).refusal == "400 MISSING_CONSENT_KIND")
    let consent: JSON = ["kind": "terms", "version": "2", "text": "I agree", "locale": "en"]
    #expect(await wire.person("/v1/consents:record", consent, token: token).status == 200)
    let list = await wire.person("/v1/consents:list", token: token)
    #expect(list["consents"]?[0]?["version"] == "2")
    #expect(list["consents"]?[0]?["at"] == "1800000000000")
  }

  @Test("Apple's authorization: held, not there")
  func credentialState() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    let state = await wire.person("/v1/apple:credentialState", token: maria.idToken)
    #expect(state.json == ["state": "authorized", "user": .text(TestApple.Person.maria.subject)])
    let other = await wire.signUp()
    #expect(
      await wire.person("/v1/apple:credentialState", token: other.idToken).json == ["state": "notFound"])
  }

  @Test("the long poll waits its time, moves on, and ends with the session")
  func events() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    func poll(_ query: String) async -> Answer {
      await wire.send(
        .get, "/v1/events?\(query)", headers: ["authorization": "Bearer \(maria.idToken)"])
    }
    #expect(await poll("after=x").message?.hasPrefix("INVALID_EVENT_NUMBER") == true)
    let before = wire.clock.now()
    let empty = await poll("after=0")
    #expect(empty["events"] == [])
    #expect(wire.clock.now() - before == .seconds(30))
    guard case .number(let next)? = empty["next"] else {
      Issue.record("no next in \(empty)")
      return
    }
    #expect(next > 0)
    let other = await wire.signIn()
    let sid = TestWire.claims(other.idToken)["sid"] ?? .null
    _ = await wire.person("/v1/sessions:end", ["sid": sid], token: maria.idToken)
    let told = await poll("after=\(Int(next))")
    #expect(told["events"]?[0]?["type"] == "sessionEnded")
    #expect(told["events"]?[0]?["sid"] == sid)
    _ = await wire.person("/v1/sessions:end", ["all": true], token: maria.idToken)
    #expect(await poll("after=0").refusal == "400 TOKEN_EXPIRED")
  }

  @Test(
    "the export holds sessions that have ended too, with what is kept of them, until they are swept (R44)")
  func exportOfEnded() async throws {
    let wire = try TestWire()
    let old = await wire.signIn()
    wire.clock.move(.seconds(1))
    let maria = await wire.signIn()
    let sid = TestWire.claims(old.idToken)["sid"] ?? .null
    _ = await wire.person("/v1/sessions:end", ["sid": sid], token: maria.idToken)
    let answer = await wire.person("/v1/account:export", token: maria.idToken)
    #expect(answer["sessions"]?.list?.count == 1)
    #expect(answer["endedSessions"]?.list?.count == 1)
    #expect(answer["endedSessions"]?[0]?["sid"] == sid)
    #expect(answer["endedSessions"]?[0]?["endedAt"]?.text?.isEmpty == false)
    wire.clock.move(.seconds(31 * 86_400))
    try await wire.accounts.sweep()
    let later = await wire.refresh(maria.refreshToken)
    let swept = await wire.person("/v1/account:export", token: later["id_token"]?.text ?? "")
    #expect(swept["endedSessions"]?.list?.isEmpty == true)
  }

  @Test("the export holds everything, and no secret")
  func export() async throws {
    let wire = try TestWire()
    let maria = await wire.signIn()
    let answer = await wire.person("/v1/account:export", token: maria.idToken)
    #expect(answer["account"]?["email"] == "maria@example.com")
    #expect(answer["identities"]?[0]?["firstClientId"] == "com.example.app")
    #expect(answer["sessions"]?.list?.count == 1)
    #expect((answer["events"]?.list?.count ?? 0) >= 1)
    #expect(!answer.description.contains(maria.refreshToken))
  }
}

@Suite("revokeToken")
struct RevokeTokenTests {
  private func revoke(_ wire: TestWire, _ body: JSON) async -> Answer {
    await wire.call("accounts:revokeToken", body, version: "v2")
  }

  @Test("what is missing is named: wire §4.9")
  func refusals() async throws {
    let wire = try TestWire()
    let token = await wire.signIn().idToken
    var body: [String: JSON] = [:]
    for (name, value, expected): (String, JSON, String) in [
      ("idToken", .text(token), "400 MISSING_ID_TOKEN"),
      ("providerId", "google.com", "400 MISSING_PROVIDER_ID"),
      ("providerId", "apple.com", "400 INVALID_PROVIDER_ID"), ("token", "c1", "400 MISSING_TOKEN"),
      ("tokenType", "3", "400 MISSING_TOKEN_TYPE"),
    ] {
      #expect(await revoke(wire, .object(body)).refusal == expected)
      body[name] = value
    }
    #expect(await revoke(wire, .object(body)).status == 503, "Apple does not answer")
  }

  @Test("without a key for client secrets it is said so, and sign-in goes on: the causes' table, FR-40")
  func unconfigured() async throws {
    let wire = try TestWire(policy: { $0.apple.canExchange = false })
    let token = await wire.signIn().idToken
    let answer = await revoke(
      wire, ["idToken": .text(token), "providerId": "apple.com", "token": "c1", "tokenType": "CODE"])
    #expect(answer.refusal == "400 OPERATION_NOT_ALLOWED : Revocation is not configured.")
  }

  @Test(
    "a code, with the type as the Apple SDK and the JavaScript SDK spell it: {} and revoked at Apple",
    arguments: ["3", 3, "CODE", "ACCESS_TOKEN"] as [JSON])
  func code(type: JSON) async throws {
    let wire = try TestWire()
    let token = await wire.signIn().idToken
    wire.apple.answer.withLock {
      $0 = AppleTokenAnswer(
        identityToken: wire.apple.token(nonce: nil), refreshToken: Secret(utf8: "apple-refresh"),
        accessToken: nil)
    }
    let answer = await revoke(
      wire, ["idToken": .text(token), "providerId": "apple.com", "token": "c1", "tokenType": type])
    #expect(answer.status == 200)
    #expect(answer.json == [:])
    #expect(wire.apple.revoked.withLock { $0 } == ["apple-refresh"])
  }

  @Test("another person's code is refused: R16")
  func foreign() async throws {
    let wire = try TestWire()
    let token = await wire.signIn().idToken
    wire.apple.answer.withLock {
      $0 = AppleTokenAnswer(
        identityToken: wire.apple.token(.amir, nonce: nil), refreshToken: Secret(utf8: "r"), accessToken: nil)
    }
    let answer = await revoke(
      wire, ["idToken": .text(token), "providerId": "apple.com", "token": "c1", "tokenType": "CODE"])
    #expect(answer.refusal == "400 INVALID_IDP_RESPONSE : Error getting access token from Apple.")
  }
}
