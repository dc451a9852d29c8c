import BramleyCrypto
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Token endpoint and discovery")
struct TokenTests {
  private func post(_ wire: TestWire, _ body: String, type: String = "application/x-www-form-urlencoded")
    async
    -> Answer
  {
    await wire.send(
      .post, "/securetoken.googleapis.com/v1/token?key=fake", body: Array(body.utf8),
      headers: ["content-type": type])
  }

  @Test(
    "what is missing or unknown is named: wire 179, R33",
    arguments: [
      ("", "400 MISSING_GRANT_TYPE"), ("grant_type=password", "400 INVALID_GRANT_TYPE"),
      ("grant_type=refresh_token", "400 MISSING_REFRESH_TOKEN"),
      ("grant_type=refresh_token&refresh_token=garbage", "400 INVALID_REFRESH_TOKEN"),
      ("grant_type=authorization_code", "400 MISSING_CODE"),
      ("grant_type=authorization_code&code=x", "400 INVALID_GRANT : code_verifier is missing."),
      ("grant_type=authorization_code&code=x&code_verifier=y", "400 INVALID_GRANT"),
    ])
  func refusals(body: String, expected: String) async throws {
    #expect(await post(try TestWire(), body).refusal == expected)
  }

  @Test("a repeated parameter is refused, not guessed at: RFC 6749 §3.2")
  func repeated() async throws {
    let answer = await post(try TestWire(), "grant_type=refresh_token&grant_type=authorization_code")
    #expect(answer.status == 400)
    #expect(answer.name == "INVALID_ARGUMENT")
  }

  @Test("a form in either spelling, and the Apple SDK's JSON: wire 175")
  func spellings() async throws {
    let wire = try TestWire()
    var token = await wire.signIn().refreshToken
    for spelling in ["grant_type=refresh_token&refresh_token=", "grantType=refresh_token&refreshToken="] {
      let answer = await post(wire, spelling + token)
      #expect(answer["access_token"] == answer["id_token"])
      #expect(answer["expires_in"] == "3600")
      #expect(answer["token_type"] == "Bearer")
      #expect(answer["project_id"] == "12345")
      #expect(answer["user_id"] == TestWire.claims(answer["id_token"]?.text ?? "")["sub"])
      token = answer["refresh_token"]?.text ?? ""
    }
    let json = await post(
      wire, #"{"grantType":"refresh_token","refreshToken":"\#(token)"}"#, type: "application/json")
    #expect(json.status == 200)
  }

  @Test("refresh does not move auth_time: wire 177")
  func authTime() async throws {
    let wire = try TestWire()
    let signedIn = await wire.signIn()
    wire.clock.move(.seconds(2))
    let answer = await wire.refresh(signedIn.refreshToken)
    let claims = TestWire.claims(answer["id_token"]?.text ?? "")
    #expect(claims["auth_time"] == .number(Double(TestClock.start)))
    #expect(claims["iat"] == .number(Double(TestClock.start + 2)))
  }

  @Test("a disabled account refreshes nothing: wire 181, A37")
  func disabled() async throws {
    let wire = try TestWire()
    let account = await wire.signIn()
    _ = await wire.own("/accounts:update", ["localId": .text(account.localID), "disableUser": true])
    #expect(await wire.refresh(account.refreshToken).refusal == "400 USER_DISABLED")
  }

  @Test("discovery stands at the root and under the project, with the tokens' issuer: R11")
  func discovery() async throws {
    let wire = try TestWire()
    let root = await wire.send(.get, "/.well-known/openid-configuration")
    let project = await wire.send(.get, "/demo-bramley/.well-known/openid-configuration")
    #expect(root.json == project.json)
    #expect(root["issuer"] == "https://securetoken.google.com/demo-bramley")
    #expect(root["jwks_uri"] == "http://localhost:9099/.well-known/jwks.json")
    #expect(root["id_token_signing_alg_values_supported"] == ["ES256"])
    let keys = await wire.send(.get, "/.well-known/jwks.json")
    #expect(keys["keys"]?[0]?["kty"] == "EC")
    #expect(keys["keys"]?[0]?["d"] == nil)
    let serve = try TestWire(.serve)
    let production = await serve.send(
      .get, "/.well-known/openid-configuration", headers: ["host": "evil.example"])
    #expect(production["jwks_uri"] == "https://id.example.com/.well-known/jwks.json")
    #expect(production["issuer"] == "https://id.example.com/demo-bramley")
  }

  @Test("the root is readiness for tools and a page for browsers: wire 1, R9")
  func root() async throws {
    let wire = try TestWire()
    #expect(await wire.send(.get, "/")["authEmulator"]?["ready"] == true)
    let router = wire.api.routes(for: .single) { _, _ in .html("<p>page") }
    var request = HTTPRequest(method: .get, path: "/")
    #expect(Answer(await router.respond(to: request))["authEmulator"] != nil)
    request.headers["accept"] = "text/html,application/xhtml+xml"
    let page = await router.respond(to: request)
    #expect(page.headers["content-type"]?.hasPrefix("text/html") == true)
  }
}
