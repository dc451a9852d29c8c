import AppleIDEmulator
import BramleyHTTP
import Testing

@Suite("Identity tokens")
struct IdentityTokenTests {
  @Test("write flags as text or booleans, by the setting")
  func flags() async throws {
    let apple = try await Harness()
    _ = await apple.control(.patch, "/settings", #"{"flags_as":"string","private_email_flag_always":true}"#)
    let text = try await apple.claims(try await apple.native().identity_token)
    #expect(text.email_verified == .text("true"))
    #expect(text.is_private_email == .text("false"))
    _ = await apple.control(.patch, "/settings", #"{"flags_as":"boolean","private_email_flag_always":false}"#)
    let boolean = try await apple.claims(try await apple.native().identity_token)
    #expect(boolean.email_verified == .boolean(true))
    #expect(boolean.is_private_email == nil)
  }

  @Test("live as long as the settings say and show Apple's clock")
  func times() async throws {
    let apple = try await Harness()
    let first = try await apple.claims(try await apple.native().identity_token)
    #expect(first.iat == 1_800_000_000)
    #expect(first.exp - first.iat == 86_400)
    #expect(first.auth_time == first.iat)
    _ = await apple.control(.patch, "/settings", #"{"token_lifetime":600,"clock_skew":90}"#)
    let second = try await apple.claims(try await apple.native().identity_token)
    #expect(second.iat == 1_800_000_090)
    #expect(second.exp - second.iat == 600)
  }

  @Test("say real_user_status only natively and only the first time")
  func realUserStatus() async throws {
    let apple = try await Harness()
    _ = await apple.control(.patch, "/users/maria@example.com", #"{"real_user_status":1}"#)
    #expect(try await apple.claims(try await apple.native().identity_token).real_user_status == 1)
    #expect(try await apple.claims(try await apple.native().identity_token).real_user_status == nil)
    let web = try await apple.tokens(["user": "amir@example.com"])
    #expect(try await apple.claims(try #require(web.id_token)).real_user_status == nil)
  }

  @Test("of a refresh repeat the address but neither nonce nor c_hash")
  func refreshed() async throws {
    let apple = try await Harness()
    let token = try #require(try await apple.tokens().refresh_token)
    apple.clock.advance(1000)
    let claims = try await apple.claims(
      try #require(try await apple.refresh(token).json(TokenReply.self).id_token))
    #expect(claims.email == "maria@example.com")
    #expect(claims.nonce == nil)
    #expect(claims.c_hash == nil)
    #expect(claims.at_hash != nil)
    #expect(claims.iat == 1_800_001_000)
    #expect(claims.auth_time == 1_800_000_000)
  }

  @Test("leave out the nonce when none was sent, and nonce_supported by the setting")
  func nonce() async throws {
    let apple = try await Harness()
    let body = #"{"client_id":"com.example.app","user":"maria@example.com"}"#
    let first = try await apple.claims(try await apple.native(body).identity_token)
    #expect(first.nonce == nil)
    #expect(first.nonce_supported == true)
    #expect(first.email == nil)
    _ = await apple.control(.patch, "/settings", #"{"nonce_supported":false}"#)
    #expect(try await apple.claims(try await apple.native(body).identity_token).nonce_supported == nil)
  }

  @Test(
    "of managed accounts carry org_id, never a relay address, and the address as the setting says",
    arguments: [("empty", ""), ("absent", nil), ("present", "school@example.edu")] as [(String, String?)])
  func managed(_ setting: String, _ address: String?) async throws {
    let apple = try await Harness()
    _ = await apple.control(.patch, "/settings", "{\"managed_email\":\"\(setting)\"}")
    let reply = try await apple.native(
      #"{"client_id":"com.example.app","user":"school@example.edu","scopes":["email"],"hide_email":true}"#)
    let claims = try await apple.claims(reply.identity_token)
    #expect(claims.org_id?.isEmpty == false)
    #expect(claims.email == address)
    #expect(claims.is_private_email?.isTrue != true)
    #expect(claims.email_verified?.isTrue == (address == nil ? nil : setting == "present"))
  }

  @Test("name the same person alike in every app of a team, and after leaving and coming back")
  func subjects() async throws {
    let apple = try await Harness()
    let native = try await apple.native()
    let web = try await apple.tokens()
    #expect(try await apple.claims(try #require(web.id_token)).sub == native.user)
    _ = try await apple.revoke(try #require(web.refresh_token))
    #expect(try await apple.native().user == native.user)
  }

  @Test("name the person by Apple's shape, otherwise for each team")
  func pairwise() async throws {
    let apple = try await Harness()
    _ = await apple.control(.post, "/teams", #"{"team_id":"TEAM000002"}"#)
    _ = await apple.control(.post, "/clients", #"{"client_id":"com.other","team_id":"TEAM000002"}"#)
    let own = try await apple.native().user
    let other = try await apple.native(#"{"client_id":"com.other","user":"maria@example.com"}"#).user
    #expect(own != other)
    for subject in [own, other] {
      #expect(subject.wholeMatch(of: #/\d{6}\.[0-9a-f]{32}\.\d{4}/#) != nil, "\(subject)")
    }
  }

  @Test("carry the issuer that the emulator was started with, which client secrets then address")
  func issuer() async throws {
    let apple = try await Harness { $0.issuer = "https://apple.test" }
    let code = try #require(try await apple.signIn()["code"])
    #expect(try await apple.exchange(code: code).errorCode == "invalid_client")
    let secret = try apple.secret { $0.aud = "\"https://apple.test\"" }
    let tokens = try await apple.exchange(code: code, ["client_secret": secret]).json(TokenReply.self)
    #expect(try await apple.claims(try #require(tokens.id_token)).iss == "https://apple.test")
  }
}
