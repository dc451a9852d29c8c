import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyHTTP
import Testing

@Suite("Exchange of an authorization code")
struct CodeExchangeTests {
  static let native = AppleCodeExchange(code: Secret(utf8: "c0011.0.abc.XYZ"), clientID: "com.example.app")
  static let tokens = OutgoingResponse.json(
    #"{"access_token":"a1","token_type":"Bearer","expires_in":3600,"refresh_token":"r1","id_token":"h.p.s","x":[]}"#
  )

  static let refusals: [(String, AppleServiceError.Fault)] = [
    ("invalid_grant", .credential), ("invalid_client", .configuration), ("invalid_request", .configuration),
    ("unauthorized_client", .configuration), ("unsupported_grant_type", .configuration),
    ("invalid_scope", .configuration), ("something_new", .configuration),
  ]

  @Test("every error of Apple's says whose fault it is and is not retried", arguments: refusals)
  func refusal(code: String, fault: AppleServiceError.Fault) async throws {
    let apple = ScriptedApple(answers: [.success(.refusal(code))])
    let client = try Fixtures.client(apple)
    let error = await failure { () async throws(AppleServiceError) in try await client.exchange(Self.native) }
    #expect(error?.code.rawValue == code)
    #expect(error?.fault == fault)
    #expect(error?.isRetryable == false)
    #expect(apple.requests.count == 1)
  }

  @Test("Apple's description is kept for log and audit (FR-17)")
  func description() async throws {
    let apple = ScriptedApple(answers: [
      .success(.refusal("invalid_grant", description: "The code has already been used."))
    ])
    let client = try Fixtures.client(apple)
    let error = await failure { () async throws(AppleServiceError) in try await client.exchange(Self.native) }
    #expect(error?.appleDescription == "The code has already been used.")
    #expect(error?.description.contains("The code has already been used.") == true)
  }

  @Test("a description that repeats code, secret or an address loses them, and its line breaks (FR-17)")
  func descriptionIsCleaned() async throws {
    let apple = ScriptedApple { (request, _) async throws(HTTPClientError) in
      let form = FormFields(parsing: String(decoding: request.body, as: UTF8.self))
      let secret = form?["client_secret"] ?? ""
      return .refusal(
        "invalid_grant",
        description:
          #"code=c0011.0.abc.XYZ\nsecret \#(secret) of\u0000 maria@example.com \#(String(repeating: "t", count: 60))"#
      )
    }
    let client = try Fixtures.client(apple)
    let error = await failure { () async throws(AppleServiceError) in try await client.exchange(Self.native) }
    #expect(error?.appleDescription == "code=… secret … of … …")
    let secret = try #require(apple.form(1)?["client_secret"])
    #expect(error?.description.contains(secret) == false)
  }

  static let troubles: [(String, Result<OutgoingResponse, HTTPClientError>)] = [
    ("HTML 500", .success(OutgoingResponse(status: 500, body: Array("<html>".utf8)))),
    ("JSON 502", .success(.refusal("invalid_client", status: 502))),
    ("HTML 504", .success(OutgoingResponse(status: 504))),
    ("HTML 400", .success(OutgoingResponse(status: 400, body: Array("<html>".utf8)))),
    ("empty 403", .success(OutgoingResponse(status: 403))),
    ("redirect", .success(OutgoingResponse(status: 302))),
    ("HTML 200", .success(OutgoingResponse(status: 200, body: Array("<html>{}</html>".utf8)))),
    ("empty 200", .success(OutgoingResponse(status: 200))),
    ("cut off 200", .success(.json(#"{"access_token":"a1","id_to"#))),
    ("no id_token", .success(.json(#"{"access_token":"a1"}"#))),
    ("odd types", .success(.json(#"{"access_token":1,"id_token":{}}"#))),
    ("time-out", .failure(HTTPClientError(.timedOut, "late"))),
    ("reset", .failure(HTTPClientError(.reset, "gone"))),
    ("too large", .failure(HTTPClientError(.tooLarge, "long"))),
  ]

  @Test("Apple's trouble never blames the code, and the code is not sent twice (FR-18)", arguments: troubles)
  func trouble(name: String, answer: Result<OutgoingResponse, HTTPClientError>) async throws {
    let apple = ScriptedApple(answers: [answer])
    let client = try Fixtures.client(apple)
    let error = await failure { () async throws(AppleServiceError) in try await client.exchange(Self.native) }
    #expect(error?.fault == .apple, "\(name)")
    #expect(error?.isRetryable == true, "\(name)")
    #expect(apple.requests.count == 1, "\(name)")
  }

  static let unusedCodes: [(String, Result<OutgoingResponse, HTTPClientError>)] = [
    ("HTML 503", .success(.html503)),
    ("no connection", .failure(HTTPClientError(.couldNotConnect, "down", isBeforeSending: true))),
    ("TLS", .failure(HTTPClientError(.tls, "bad", isBeforeSending: true))),
  ]

  @Test(
    "where Apple cannot have used the code it is sent once more, on a fresh connection",
    arguments: unusedCodes)
  func repetition(name: String, answer: Result<OutgoingResponse, HTTPClientError>) async throws {
    let apple = ScriptedApple(answers: [answer, .success(Self.tokens)])
    let client = try Fixtures.client(apple)
    #expect(try await client.exchange(Self.native).identityToken == "h.p.s")
    #expect(apple.requests.map(\.needsFreshConnection) == [false, true])
    let down = ScriptedApple(answers: [answer])
    let other = try Fixtures.client(down)
    let error = await failure { () async throws(AppleServiceError) in try await other.exchange(Self.native) }
    #expect(error?.code == .unreachable)
    #expect(down.requests.count == 2)
  }

  @Test("Apple's wish to slow down is passed on", arguments: [("30", 30), ("999999999", 86_400)])
  func throttled(header: String, seconds: Int) async throws {
    let apple = ScriptedApple(answers: [
      .success(OutgoingResponse(status: 429, headers: ["retry-after": header]))
    ])
    let client = try Fixtures.client(apple)
    let error = await failure { () async throws(AppleServiceError) in try await client.exchange(Self.native) }
    #expect(error?.code == .throttled)
    #expect(error?.retryAfter == .seconds(seconds))
    #expect(apple.requests.count == 1)
  }

  @Test("without a key, and with an empty code, Apple is not asked (FR-13)")
  func nothingToSend() async throws {
    let apple = ScriptedApple(answers: [.success(Self.tokens)])
    let keyless = Fixtures.client(apple, credentials: nil)
    let first = await failure { () async throws(AppleServiceError) in try await keyless.exchange(Self.native)
    }
    #expect(first?.code == .notConfigured)
    #expect(first?.fault == .configuration)
    let client = try Fixtures.client(apple)
    var empty = Self.native
    empty.code = Secret(utf8: "")
    let request = empty
    let second = await failure { () async throws(AppleServiceError) in try await client.exchange(request) }
    #expect(second?.code == .invalidRequest)
    #expect(apple.requests.isEmpty)
  }

  @Test("a native code goes as a form without redirect_uri (FR-11)")
  func nativeForm() async throws {
    let apple = ScriptedApple(answers: [.success(Self.tokens)])
    let client = try Fixtures.client(apple)
    let answer = try await client.exchange(Self.native)
    #expect(answer.refreshToken == Secret(utf8: "r1"))
    #expect(answer.accessToken == Secret(utf8: "a1"))
    let request = try #require(apple.requests.first)
    #expect(request.method == .post)
    #expect(request.url == "https://appleid.apple.com/auth/token")
    #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
    #expect(request.headers["accept"] == "application/json")
    #expect(request.headers["user-agent"]?.isEmpty == false)
    #expect(request.headers["authorization"] == nil)
    let form = try #require(apple.form(1))
    #expect(Set(form.fields.map(\.name)) == ["client_id", "client_secret", "grant_type", "code"])
    #expect(form["client_id"] == "com.example.app")
    #expect(form["grant_type"] == "authorization_code")
    #expect(form["code"] == "c0011.0.abc.XYZ")
    #expect(!form.hasRepeatedName)
  }

  @Test("a web code goes with the same redirect_uri, byte for byte, and the verifier (FR-16)")
  func webForm() async throws {
    let apple = ScriptedApple(answers: [.success(Self.tokens)])
    let client = try Fixtures.client(apple)
    _ = try await client.exchange(
      AppleCodeExchange(
        code: Secret(utf8: "c1 &=+%é"), clientID: "com.example.web",
        redirectURI: "https://example.com/cb?a=1&b=%20", codeVerifier: Secret(utf8: "v1")))
    let form = try #require(apple.form(1))
    #expect(form["code"] == "c1 &=+%é")
    #expect(form["redirect_uri"] == "https://example.com/cb?a=1&b=%20")
    #expect(form["code_verifier"] == "v1")
    #expect(form.fields.count == 6)
  }
}
