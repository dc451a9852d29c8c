import AppleIDClient
import BramleyCrypto
import BramleyHTTP
import Testing

@Suite("Validation of refresh tokens (R37)")
struct RefreshValidationTests {
  private func verdict(_ answers: [Result<OutgoingResponse, HTTPClientError>]) async throws
    -> (error: AppleServiceError?, apple: ScriptedApple)
  {
    let apple = ScriptedApple(answers: answers)
    let client = try Fixtures.client(apple)
    let error = await failure { () async throws(AppleServiceError) in
      try await client.validate(refreshToken: Secret(utf8: "r1.0.abc"), clientID: "com.example.app")
    }
    return (error, apple)
  }

  @Test("invalid_grant means that the grant is gone (FR-50)")
  func gone() async throws {
    let (error, _) = try await verdict([.success(.refusal("invalid_grant"))])
    #expect(error?.code == .invalidGrant)
    #expect(error?.fault == .credential)
  }

  @Test("invalid_request means that it is probably revoked: no retry, delete nothing")
  func probablyRevoked() async throws {
    let (error, apple) = try await verdict([.success(.refusal("invalid_request"))])
    #expect(error?.code == .invalidRequest)
    #expect(error?.fault == .credential)
    #expect(error?.message.contains("delete nothing") == true)
    #expect(apple.requests.count == 1)
  }

  static let troubles: [(String, Result<OutgoingResponse, HTTPClientError>, requests: Int)] = [
    ("429", .success(OutgoingResponse(status: 429)), 1),
    ("500", .success(OutgoingResponse(status: 500)), 2),
    ("503 with Retry-After", .success(OutgoingResponse(status: 503, headers: ["retry-after": "9"])), 1),
    ("HTML 200", .success(OutgoingResponse(status: 200, body: Array("<html/>".utf8))), 2),
    ("empty object", .success(.json("{}")), 1),
    ("time-out", .failure(HTTPClientError(.timedOut, "late")), 1),
    ("reset", .failure(HTTPClientError(.reset, "gone")), 2),
  ]

  @Test("trouble of Apple's says nothing about the grant (FR-50)", arguments: troubles)
  func unknown(name: String, answer: Result<OutgoingResponse, HTTPClientError>, requests: Int) async throws {
    let (error, apple) = try await verdict([answer])
    #expect(error?.fault == .apple, "\(name)")
    #expect(apple.requests.count == requests, "\(name)")
  }

  @Test("a good token is good, with the fields that Apple wants and no others")
  func good() async throws {
    let (error, apple) = try await verdict([
      .success(.json(#"{"access_token":"a2","token_type":"Bearer","expires_in":3600,"id_token":"h.p.s"}"#))
    ])
    #expect(error == nil)
    let form = try #require(apple.form(1))
    #expect(Set(form.fields.map(\.name)) == ["client_id", "client_secret", "grant_type", "refresh_token"])
    #expect(form["grant_type"] == "refresh_token")
    #expect(form["refresh_token"] == "r1.0.abc")
  }
}
