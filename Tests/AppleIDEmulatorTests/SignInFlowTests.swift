import AppleIDEmulator
import BramleyCrypto
import BramleyHTTP
import Testing

@Suite("Signing in, end to end in process")
struct SignInFlowTests {
  @Test("a code from the page is exchanged for tokens that the served keys verify")
  func exchangesCode() async throws {
    let apple = try await Harness()
    let fields = try await apple.signIn()
    #expect(fields["state"] == "st-1")
    let code = try #require(fields["code"])
    let response = try await apple.exchange(code: code)
    #expect(response.status == 200)
    #expect(response.headers["cache-control"] == "no-store")
    #expect(response.headers["pragma"] == "no-cache")
    #expect(response.headers["content-type"] == "application/json;charset=UTF-8")
    let tokens = try response.json(TokenReply.self)
    #expect(tokens.token_type == "Bearer")
    #expect(tokens.expires_in == 3600)
    #expect(tokens.access_token.hasPrefix("a"))
    #expect(tokens.refresh_token?.hasPrefix("r") == true)
    let claims = try await apple.claims(try #require(tokens.id_token))
    #expect(claims.iss == "https://appleid.apple.com")
    #expect(claims.aud == "com.example.web")
    #expect(claims.nonce == "n-1")
    #expect(claims.email == "maria@example.com")
    #expect(claims.at_hash?.count == 22)
    #expect(claims.c_hash == nil)
    #expect(claims.real_user_status == nil)
  }

  @Test("a device gets a token for the same person, with hashed nonce, c_hash and the name once")
  func nativeAuthorization() async throws {
    let apple = try await Harness()
    let first = try await apple.native()
    #expect(first.email == "maria@example.com")
    #expect(first.full_name?.given_name == "Maria")
    #expect(first.real_user_status == 2)
    let claims = try await apple.claims(first.identity_token)
    #expect(claims.aud == "com.example.app")
    #expect(claims.nonce == "abc")
    #expect(claims.sub == first.user)
    #expect(
      claims.c_hash
        == Base64URL.encode(Array(SHA256.digest(utf8: first.authorization_code).bytes.prefix(16))))
    let second = try await apple.native()
    #expect(second.user == first.user)
    #expect(second.email == nil)
    #expect(second.full_name == nil)
    #expect(try await apple.claims(second.identity_token).email == "maria@example.com")
  }

  @Test("refreshing gives no new refresh token; revoking ends it and makes the next sign-in the first again")
  func refreshAndRevoke() async throws {
    let apple = try await Harness()
    let refreshToken = try #require(try await apple.tokens().refresh_token)
    let refreshed = try await apple.refresh(refreshToken).json(TokenReply.self)
    #expect(refreshed.refresh_token == nil)
    #expect(refreshed.id_token != nil)
    #expect(try await apple.signIn()["user"] == nil)
    let revoked = try await apple.revoke(refreshToken)
    #expect(revoked.status == 200)
    #expect(revoked.body.isEmpty)
    #expect(try await apple.refresh(refreshToken).errorCode == "invalid_grant")
    #expect(try await apple.signIn()["user"] != nil)
  }
}
