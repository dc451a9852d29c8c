import AppleIDClient
import BramleyCrypto
import BramleyHTTP
import Testing

@Suite("Revocation")
struct RevocationTests {
  private func revoke(_ kind: AppleTokenKind, _ answers: [Result<OutgoingResponse, HTTPClientError>])
    async throws
    -> (error: AppleServiceError?, apple: ScriptedApple)
  {
    let apple = ScriptedApple(answers: answers)
    let client = try Fixtures.client(apple)
    let error = await failure { () async throws(AppleServiceError) in
      try await client.revoke(Secret(utf8: "r1.0.abc"), kind: kind, clientID: "com.example.app")
    }
    return (error, apple)
  }

  static let refusals: [(String, AppleServiceError.Fault)] = [
    ("invalid_client", .configuration), ("invalid_request", .configuration), ("invalid_grant", .credential),
  ]

  @Test("refusals say whose fault they are", arguments: refusals)
  func refusal(code: String, fault: AppleServiceError.Fault) async throws {
    let (error, apple) = try await revoke(.refreshToken, [.success(.refusal(code))])
    #expect(error?.code.rawValue == code)
    #expect(error?.fault == fault)
    #expect(apple.requests.count == 1)
  }

  @Test("Apple's trouble is retried once on a fresh connection, since revoking twice is safe")
  func trouble() async throws {
    let (error, apple) = try await revoke(
      .refreshToken, [.failure(HTTPClientError(.reset, "gone")), .success(OutgoingResponse(status: 200))])
    #expect(error == nil)
    #expect(apple.requests.map(\.needsFreshConnection) == [false, true])
    let (late, asked) = try await revoke(.refreshToken, [.failure(HTTPClientError(.timedOut, "late"))])
    #expect(late?.isRetryable == true)
    #expect(asked.requests.count == 1)
  }

  @Test(
    "an empty 200 is done; the form names token and hint",
    arguments: [AppleTokenKind.refreshToken, .accessToken])
  func done(kind: AppleTokenKind) async throws {
    let (error, apple) = try await revoke(kind, [.success(OutgoingResponse(status: 200))])
    #expect(error == nil)
    #expect(apple.requests.first?.url == "https://appleid.apple.com/auth/revoke")
    let form = try #require(apple.form(1))
    #expect(form.fields.map(\.name) == ["client_id", "client_secret", "token", "token_type_hint"])
    #expect(form["token"] == "r1.0.abc")
    #expect(form["token_type_hint"] == kind.rawValue)
  }
}
