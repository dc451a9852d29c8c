import AppleIDEmulator
import BramleyHTTP
import Testing

@Suite("What /auth/authorize refuses")
struct AuthorizeRefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let changes: [String: String?]
    let code: String
    let message: String
    var testDescription: String { name }
  }

  static let malformed =
    "Request missing required parameter or unsupported parameters or invalid redirect url"

  static let cases: [Case] = [
    Case(name: "no client_id", changes: ["client_id": nil], code: "invalid_request", message: malformed),
    Case(
      name: "unknown client_id", changes: ["client_id": "com.example.other"], code: "invalid_client",
      message: "Invalid client id"),
    Case(
      name: "client_id in another case", changes: ["client_id": "com.example.WEB"], code: "invalid_client",
      message: "Invalid client id"),
    Case(
      name: "client_id with the Team ID before it", changes: ["client_id": "DEMOTEAM01.com.example.web"],
      code: "invalid_client", message: "Invalid client id"),
    Case(
      name: "no redirect_uri", changes: ["redirect_uri": nil], code: "invalid_request", message: malformed),
    Case(
      name: "redirect_uri that is not registered", changes: ["redirect_uri": "https://evil.example/cb"],
      code: "invalid_request", message: "Invalid web redirect url."),
    Case(
      name: "A28: redirect_uri that begins like a registered one",
      changes: ["redirect_uri": Harness.callback + ".evil.example/cb"], code: "invalid_request",
      message: "Invalid web redirect url."),
    Case(
      name: "A29: redirect_uri in another case",
      changes: ["redirect_uri": "http://localhost:9099/__/Auth/handler"], code: "invalid_request",
      message: "Invalid web redirect url."),
    Case(
      name: "A30: redirect_uri with doubly encoded traversal",
      changes: ["redirect_uri": "http://localhost:9099/__/auth/handler/..%252f.."], code: "invalid_request",
      message: "Invalid web redirect url."),
    Case(
      name: "redirect_uri with a slash more", changes: ["redirect_uri": Harness.callback + "/"],
      code: "invalid_request", message: "Invalid web redirect url."),
    Case(
      name: "redirect_uri with a query more", changes: ["redirect_uri": Harness.callback + "?a=b"],
      code: "invalid_request", message: "Invalid web redirect url."),
    Case(
      name: "no response_type", changes: ["response_type": nil], code: "invalid_request", message: malformed),
    Case(
      name: "id_token alone", changes: ["response_type": "id_token"], code: "invalid_request",
      message: malformed),
    Case(
      name: "scope without form_post", changes: ["response_mode": "query"], code: "invalid_request",
      message: "response_mode must be form_post when name or email scope is requested."),
    Case(
      name: "scope with fragment",
      changes: ["response_mode": "fragment", "response_type": "code id_token"], code: "invalid_request",
      message: "response_mode must be form_post when name or email scope is requested."),
    Case(
      name: "id_token in a query",
      changes: ["response_mode": "query", "response_type": "code id_token", "scope": nil],
      code: "invalid_request", message: "Invalid response mode"),
    Case(
      name: "unknown response_mode", changes: ["response_mode": "smoke"], code: "invalid_request",
      message: "Invalid response mode"),
    Case(
      name: "unknown scope", changes: ["scope": "name phone"], code: "invalid_scope",
      message: "Invalid scope."),
    Case(
      name: "code_challenge_method alone", changes: ["code_challenge_method": "S256"],
      code: "invalid_request", message: malformed),
    Case(
      name: "unknown code_challenge_method",
      changes: ["code_challenge_method": "S512", "code_challenge": String(repeating: "a", count: 43)],
      code: "invalid_request", message: malformed),
    Case(
      name: "short code_challenge", changes: ["code_challenge": "abc"], code: "invalid_request",
      message: malformed),
  ]

  @Test("is said on Apple's page with code and message, and never sent to the Return URL", arguments: cases)
  func page(_ refused: Case) async throws {
    let apple = try await Harness()
    for method in [HTTPMethod.get, .post] {
      let response = await apple.send(
        method, "/auth/authorize", query: apple.query(refused.changes).encoded,
        headers: ["accept": "text/html", "content-type": "application/x-www-form-urlencoded"],
        body: Array("user=maria%40example.com&action=continue".utf8))
      #expect(response.status == 400)
      #expect(response.headers["location"] == nil)
      #expect(response.text.contains(">\(refused.code)</code>"))
      #expect(response.text.contains(refused.message))
    }
  }

  @Test("is Apple's JSON with no-store headers when no browser asks", arguments: cases)
  func json(_ refused: Case) async throws {
    let apple = try await Harness()
    let response = await apple.get("/auth/authorize", query: apple.query(refused.changes))
    #expect(response.status == 400)
    #expect(response.errorCode == refused.code)
    #expect(response.headers["content-type"] == "application/json;charset=UTF-8")
    #expect(response.headers["cache-control"] == "no-store")
    #expect(response.headers["pragma"] == "no-cache")
    #expect(try await apple.lastReason().isEmpty == false)
  }

  @Test(
    "is every query that repeats a parameter, breaks an escape or is no UTF-8",
    arguments: [
      "client_id=com.example.web&client_id=com.example.web", "client_id=%zz", "client_id=%ff%fe",
      "state=a&state=b", String(repeating: "a=b&", count: 200),
    ])
  func grammar(_ query: String) async throws {
    let apple = try await Harness()
    let response = await apple.send(.get, "/auth/authorize", query: query)
    #expect(response.status == 400)
    #expect(response.errorCode == "invalid_request")
  }

  @Test(
    "is, in the profile strict, a registered Return URL that breaks Apple's rules (FR-61)",
    arguments: [
      "http://app.example/cb", "https://localhost/cb", "https://127.0.0.1/cb", "https://[::1]/cb",
      "https://app.localhost/cb", "https://intranet/cb", "https://app.example/cb#part",
    ])
  func strictProfile(_ address: String) async throws {
    let apple = try await Harness()
    let body = """
      {"client_id":"com.example.strict","team_id":"DEMOTEAM01","redirect_uris":["\(address)"],"profile":"strict"}
      """
    let created = await apple.control(.post, "/clients", body)
    #expect(created.status == 201)
    #expect(created.text.contains("\"warnings\""))
    let response = await apple.get(
      "/auth/authorize", query: apple.query(["client_id": "com.example.strict", "redirect_uri": address]))
    #expect(response.errorCode == "invalid_request")
    let relaxed = body.replacing("strict\"}", with: "relaxed\"}")
    _ = await apple.control(.post, "/clients", relaxed)
    let allowed = await apple.get(
      "/auth/authorize", query: apple.query(["client_id": "com.example.strict", "redirect_uri": address]))
    #expect(allowed.status == (address.contains("#") ? 400 : 200))
  }

  @Test("is nothing of a request by Apple's own script, whose extra parameters are let through")
  func scriptParameters() async throws {
    let apple = try await Harness()
    let response = await apple.get(
      "/auth/authorize",
      query: apple.query([
        "frame_id": "8a6e0804-2bd0-4672-b79d-d97027f9071a", "m": "12", "v": "1.5.5", "locale": "de_DE",
        "response_mode": "web_message", "response_type": "code id_token", "scope": "openid name email",
      ]))
    #expect(response.status == 200)
  }
}
