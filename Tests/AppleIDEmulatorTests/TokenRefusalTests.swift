import AppleIDEmulator
import BramleyCrypto
import BramleyHTTP
import Testing

@Suite("What /auth/token refuses")
struct TokenRefusalTests {
  private func expect(
    _ response: HTTPResponse, _ code: String, _ description: String? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(response.status == 400, sourceLocation: location)
    #expect(response.errorCode == code, sourceLocation: location)
    #expect(
      (try? response.json(ErrorReply.self))?.error_description == description, sourceLocation: location)
    #expect(response.headers["cache-control"] == "no-store", sourceLocation: location)
    #expect(response.headers["pragma"] == "no-cache", sourceLocation: location)
    #expect(
      response.headers["content-type"] == "application/json;charset=UTF-8", sourceLocation: location)
  }

  @Test("a JSON body is invalid_client as with Apple; the request log says why (FR-11)")
  func json() async throws {
    let apple = try await Harness()
    let response = await apple.send(
      .post, "/auth/token", headers: ["content-type": "application/json"],
      body: Array(#"{"grant_type":"authorization_code"}"#.utf8))
    expect(response, "invalid_client")
    #expect(try await apple.lastReason().contains("JSON"))
  }

  @Test("another content type, HTTP Basic, a repeated parameter, a broken escape are invalid_request")
  func grammar() async throws {
    let apple = try await Harness()
    let body = Array("grant_type=authorization_code".utf8)
    expect(
      await apple.send(.post, "/auth/token", headers: ["content-type": "text/plain"], body: body),
      "invalid_request")
    expect(await apple.send(.post, "/auth/token", body: body), "invalid_request")
    let form: HTTPFields = ["content-type": "application/x-www-form-urlencoded; charset=utf-8"]
    var basic = form
    basic["authorization"] = "Basic YTpi"
    expect(await apple.send(.post, "/auth/token", headers: basic, body: body), "invalid_request")
    for text in ["grant_type=refresh_token&grant_type=refresh_token", "grant_type=%zz", "", "%ff=%ff"] {
      expect(await apple.send(.post, "/auth/token", headers: form, body: Array(text.utf8)), "invalid_request")
    }
  }

  @Test(
    "a missing parameter is invalid_request",
    arguments: ["grant_type", "client_id", "client_secret", "code"])
  func missing(_ name: String) async throws {
    let apple = try await Harness()
    let code = try #require(try await apple.signIn()["code"])
    expect(try await apple.exchange(code: code, [name: String?.none]), "invalid_request")
    expect(try await apple.exchange(code: code, [name: ""]), "invalid_request")
    #expect(try await apple.exchange(code: code).status == 200)
  }

  @Test("a grant that is not offered is unsupported_grant_type; two credentials at once invalid_request")
  func grants() async throws {
    let apple = try await Harness()
    expect(try await apple.exchange(code: "c", ["grant_type": "password"]), "unsupported_grant_type")
    expect(try await apple.exchange(code: "c", ["refresh_token": "r"]), "invalid_request")
    expect(try await apple.refresh("r", ["code": "c"]), "invalid_request")
    expect(
      try await apple.refresh("r", ["grant_type": "client_credentials", "scope": "name"]), "invalid_scope")
  }

  @Test("a code that was used, expired or never issued is invalid_grant with Apple's descriptions: quirk 16")
  func codes() async throws {
    let apple = try await Harness()
    expect(
      try await apple.exchange(code: "c00112233445566778899aabbccddeeff.0.abc.AAAAAAAAAAAAAAAAAAAAAA"),
      "invalid_grant", "The code has expired or has been revoked.")
    let code = try #require(try await apple.signIn()["code"])
    #expect(code.wholeMatch(of: #/c[0-9a-f]{32}\.\d\.[a-z]{2,5}\.[A-Za-z0-9_-]{22}/#) != nil)
    let tokens = try await apple.exchange(code: code).json(TokenReply.self)
    expect(try await apple.exchange(code: code), "invalid_grant", "The code has already been used.")
    // Whether Apple ends the tokens of a replayed code is not confirmed; ours go on working.
    #expect(try await apple.refresh(try #require(tokens.refresh_token)).status == 200)
    let late = try #require(try await apple.signIn()["code"])
    apple.clock.advance(300)
    expect(
      try await apple.exchange(code: late), "invalid_grant", "The code has expired or has been revoked.")
  }

  @Test("one of two exchanges of a code at once succeeds (FR-15)")
  func race() async throws {
    let apple = try await Harness()
    let code = try #require(try await apple.signIn()["code"])
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { try await apple.exchange(code: code).status } }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 200 }.count == 1)
    #expect(statuses.filter { $0 == 400 }.count == 7)
  }

  @Test(
    "A24: a code and a refresh token are good for the client that they were issued to, for no other: quirk 19"
  )
  func foreignClient() async throws {
    let apple = try await Harness()
    let code = try #require(try await apple.signIn()["code"])
    let secret = try apple.secret { $0.sub = "com.example.app" }
    let other: [String: String?] = ["client_id": "com.example.app", "client_secret": secret]
    expect(
      try await apple.exchange(code: code, other), "invalid_grant",
      "client_id mismatch. The code was not issued to com.example.app.")
    let tokens = try await apple.exchange(code: code).json(TokenReply.self)
    expect(try await apple.refresh(try #require(tokens.refresh_token), other), "invalid_grant")
  }

  @Test("A24: of two clients that exchange one code at once, its own alone succeeds, and once")
  func foreignRace() async throws {
    let apple = try await Harness()
    let code = try #require(try await apple.signIn()["code"])
    let foreign: [String: String?] = [
      "client_id": "com.example.app", "client_secret": try apple.secret { $0.sub = "com.example.app" },
    ]
    let answers = try await withThrowingTaskGroup(of: (isOwn: Bool, status: Int).self) { group in
      for number in 0..<16 {
        let isOwn = number % 2 == 0
        group.addTask { (isOwn, try await apple.exchange(code: code, isOwn ? [:] : foreign).status) }
      }
      return try await group.reduce(into: [(isOwn: Bool, status: Int)]()) { $0.append($1) }
    }
    #expect(answers.filter { $0.isOwn && $0.status == 200 }.count == 1)
    #expect(answers.filter { !$0.isOwn && $0.status == 400 }.count == 8)
  }

  @Test("the Return URL is repeated byte for byte, and left out for a native code")
  func returnURL() async throws {
    let apple = try await Harness()
    let code = try #require(try await apple.signIn()["code"])
    for address in [nil, Harness.callback + "/", "http://127.0.0.1:9099/__/auth/handler"] {
      expect(try await apple.exchange(code: code, ["redirect_uri": address]), "invalid_client")
    }
    #expect(try await apple.lastReason().contains("redirect_uri"))
    #expect(try await apple.exchange(code: code).status == 200)
    let native = try await apple.native()
    let app: [String: String?] = [
      "client_id": "com.example.app", "client_secret": try apple.secret { $0.sub = "com.example.app" },
    ]
    expect(try await apple.exchange(code: native.authorization_code, app), "invalid_client")
    let right = app.merging(["redirect_uri": nil]) { $1 }
    #expect(try await apple.exchange(code: native.authorization_code, right).status == 200)
  }

  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  @Test(
    "A26: a challenge wants its verifier, a verifier its challenge",
    arguments: [
      ("S256", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"), ("plain", verifier),
    ])
  func proofKey(_ method: String, _ challenge: String) async throws {
    let apple = try await Harness()
    let code = try #require(
      try await apple.signIn(["code_challenge": challenge, "code_challenge_method": method])["code"])
    expect(try await apple.exchange(code: code), "invalid_grant")
    expect(
      try await apple.exchange(code: code, ["code_verifier": String(repeating: "a", count: 43)]),
      "invalid_grant")
    expect(try await apple.exchange(code: code, ["code_verifier": "short"]), "invalid_grant")
    #expect(try await apple.exchange(code: code, ["code_verifier": Self.verifier]).status == 200)
    let bare = try #require(try await apple.signIn()["code"])
    expect(try await apple.exchange(code: bare, ["code_verifier": Self.verifier]), "invalid_grant")
    #expect(try await apple.lastReason().contains("code_challenge"))
  }

  @Test("a refresh after revocation is invalid_grant, or invalid_request where a setting says so")
  func revokedRefresh() async throws {
    let apple = try await Harness()
    let token = try #require(try await apple.tokens().refresh_token)
    _ = try await apple.revoke(token)
    expect(try await apple.refresh(token), "invalid_grant")
    _ = await apple.control(.patch, "/settings", #"{"revoked_refresh_error":"invalid_request"}"#)
    expect(try await apple.refresh(token), "invalid_request")
    expect(try await apple.refresh("rffff.0.abc.AAAA"), "invalid_grant")
  }

  @Test("a second check within a day is turned away when the throttle is on")
  func throttle() async throws {
    let apple = try await Harness()
    _ = await apple.control(.patch, "/settings", #"{"throttle_refresh":true}"#)
    let token = try #require(try await apple.tokens().refresh_token)
    #expect(try await apple.refresh(token).status == 200)
    let second = try await apple.refresh(token)
    #expect(second.status == 429)
    #expect(second.headers["retry-after"] == "86400")
    apple.clock.advance(86_400)
    #expect(try await apple.refresh(token).status == 200)
  }

  @Test("a request without User-Agent, where the setting wants one")
  func userAgent() async throws {
    let apple = try await Harness()
    _ = await apple.control(.patch, "/settings", #"{"require_user_agent":true}"#)
    expect(try await apple.exchange(code: "c"), "invalid_client")
  }
}
