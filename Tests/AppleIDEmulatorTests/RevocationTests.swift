import AppleIDEmulator
import BramleyHTTP
import Testing

@Suite("/auth/revoke")
struct RevocationTests {
  @Test("refuses a form without token, also when the token came under another name (FR-41)")
  func missingToken() async throws {
    let apple = try await Harness()
    let token = try #require(try await apple.tokens().refresh_token)
    let response = try await apple.revoke("", ["token": nil, "refresh_token": token])
    #expect(response.status == 400)
    #expect(response.errorCode == "invalid_request")
    #expect(try await apple.lastReason().contains("another name"))
    #expect(try await apple.refresh(token).status == 200)
  }

  @Test("refuses another content type, a bad secret, a foreign client's token, a hint that does not match")
  func refuses() async throws {
    let apple = try await Harness()
    let tokens = try await apple.tokens()
    let token = try #require(tokens.refresh_token)
    let json = await apple.send(.post, "/auth/revoke", headers: ["content-type": "application/json"])
    #expect(json.errorCode == "invalid_request")
    #expect(try await apple.revoke(token, ["client_secret": "a.b.c"]).errorCode == "invalid_client")
    let foreign: [String: String?] = [
      "client_id": "com.example.app", "client_secret": try apple.secret { $0.sub = "com.example.app" },
    ]
    #expect(try await apple.revoke(token, foreign).errorCode == "invalid_grant")
    #expect(try await apple.revoke(token, ["token_type_hint": "access_token"]).errorCode == "invalid_grant")
    #expect(try await apple.refresh(token).status == 200)
    #expect(apple.sender.requests.isEmpty)
  }

  @Test("answers 200 and nothing for a made-up token, and the log says that nothing happened")
  func madeUp() async throws {
    let apple = try await Harness()
    let response = try await apple.revoke("r0000")
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
    #expect(try await apple.lastReason().contains("unknown"))
  }

  @Test(
    "ends every token of the person in the group, by refresh or access token, and tells the service once",
    arguments: [true, false])
  func ends(_ byRefresh: Bool) async throws {
    let apple = try await Harness()
    let first = try await apple.tokens()
    let second = try await apple.tokens()
    let pendingCode = try #require(try await apple.signIn()["code"])
    let token = try #require(byRefresh ? first.refresh_token : first.access_token)
    let hint = byRefresh ? "refresh_token" : "access_token"
    #expect(try await apple.revoke(token, ["token_type_hint": hint]).status == 200)
    #expect(try await apple.refresh(try #require(second.refresh_token)).errorCode == "invalid_grant")
    #expect(try await apple.exchange(code: pendingCode).errorCode == "invalid_grant")
    #expect(try await apple.revoke(token).status == 200)
    await apple.sender.arrival(of: 1)
    #expect(apple.sender.requests.count == 1)
    let state = await apple.control(
      .get, "/credential-state?client_id=com.example.app&user=maria@example.com")
    #expect(state.text == #"{"state":"revoked"}"#)
    let again = try await apple.native()
    #expect(again.full_name != nil)
  }
}
