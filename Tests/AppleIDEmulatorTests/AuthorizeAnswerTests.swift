import AppleIDEmulator
import BramleyHTTP
import Testing

@Suite("What /auth/authorize answers")
struct AuthorizeAnswerTests {
  @Test("cancelling sends user_cancelled_authorize and state, nothing else, by each mode (FR-21)")
  func cancel() async throws {
    let apple = try await Harness()
    let fields = try await apple.signIn([:], ["user": "maria@example.com", "action": "cancel"])
    #expect(fields == ["error": "user_cancelled_authorize", "state": "st-1"])
    let query = await apple.consent(
      apple.query(["scope": nil, "response_mode": "query"]), ["action": "cancel"])
    #expect(query.status == 302)
    #expect(
      query.headers["location"] == Harness.callback + "?state=st-1&error=user_cancelled_authorize")
    #expect(await apple.control(.get, "/grants").text.contains("maria") == false)
  }

  @Test("an account that does not exist gets the page again and no code")
  func unknownAccount() async throws {
    let apple = try await Harness()
    let response = await apple.consent(apple.query(), ["user": "nobody@example.com"])
    #expect(response.status == 200)
    #expect(response.text.contains("role=\"alert\""))
    #expect(Page(response).hiddenFields["code"] == nil)
  }

  @Test("A01: an address smuggled into the form does not come into the token; the account's own does")
  func foreignAddress() async throws {
    let apple = try await Harness()
    let fields = try await apple.signIn(
      ["response_type": "code id_token"],
      ["user": "maria@example.com", "email": "victim@example.com", "sub": "000000.victim"])
    let claims = try await apple.claims(try #require(fields["id_token"]))
    #expect(claims.email == "maria@example.com")
    #expect(fields["user"]?.contains("victim") == false)
  }

  @Test("code by query without a scope, with the Return URL's own query kept")
  func query() async throws {
    let apple = try await Harness()
    _ = await apple.control(
      .post, "/clients",
      #"{"client_id":"com.example.q","team_id":"DEMOTEAM01","redirect_uris":["https://a.example/cb?x=1"]}"#)
    let response = await apple.consent(
      apple.query([
        "client_id": "com.example.q", "redirect_uri": "https://a.example/cb?x=1", "scope": nil,
        "response_mode": nil,
      ]))
    #expect(response.status == 302)
    #expect(response.headers["location"]?.hasPrefix("https://a.example/cb?x=1&state=st-1&code=c") == true)
    #expect(response.headers["cache-control"] == "no-store")
  }

  @Test("code and token by fragment, which is the default for code id_token; the token carries c_hash")
  func fragment() async throws {
    let apple = try await Harness()
    let response = await apple.consent(
      apple.query(["scope": nil, "response_mode": nil, "response_type": "code id_token"]))
    let location = try #require(response.headers["location"])
    #expect(location.hasPrefix(Harness.callback + "#state=st-1&code=c"))
    let token = try #require(location.split(separator: "id_token=").last.map(String.init))
    #expect(try await apple.claims(token).c_hash?.count == 22)
  }

  @Test("state is left out when none was sent and comes back unchanged when one was")
  func state() async throws {
    let apple = try await Harness()
    #expect(try await apple.signIn(["state": nil])["state"] == nil)
    let odd = "a b&c=d\"<ü>'%2F"
    #expect(try await apple.signIn(["state": odd])["state"] == odd)
  }

  @Test("the form page posts across sites, works without JavaScript and says where it leads")
  func formPost() async throws {
    let apple = try await Harness()
    let response = await apple.consent(apple.query())
    let page = Page(response)
    #expect(page.tags("form").first?.contains("action=\"\(Harness.callback)\"") == true)
    #expect(page.html.contains("<noscript><div class=\"buttons\"><button type=\"submit\""))
    let policy = try #require(response.headers["content-security-policy"])
    #expect(policy.contains("default-src 'none'"))
    #expect(policy.contains("script-src 'nonce-"))
    #expect(!policy.contains("form-action"))
    #expect(response.headers["referrer-policy"] == "strict-origin")
  }

  @Test("the popup gets the message of Apple's protocol, for the Return URL's origin only, and no POST")
  func webMessage() async throws {
    let apple = try await Harness()
    let response = await apple.consent(
      apple.query(["response_mode": "web_message", "response_type": "code id_token", "state": "</script>"]))
    let page = response.text
    #expect(page.contains("window.opener.postMessage("))
    #expect(page.contains(#","http://localhost:9099")"#))
    #expect(page.contains(#"\u0022method\u0022:\u0022oauthDone\u0022"#))
    #expect(page.components(of: "</script>") == 1)
    #expect(!page.contains("<form"))
  }

  @Test("name and address are told once for each app group, by the scopes that were asked")
  func firstAuthorization() async throws {
    let apple = try await Harness()
    let both = try #require(try await apple.signIn()["user"])
    #expect(both == #"{"email":"maria@example.com","name":{"firstName":"Maria","lastName":"Lindqvist"}}"#)
    #expect(try await apple.signIn()["user"] == nil)
    // The App ID of the same group is not a first authorization either.
    #expect(try await apple.native().email == nil)
    let school = try await apple.signIn(["scope": "name"], ["user": "amir@example.com"])
    #expect(school["user"]?.contains("email") == false)
    // Asking for more later brings nothing, not even the claim.
    let later = try await apple.signIn(["response_type": "code id_token"], ["user": "amir@example.com"])
    #expect(later["user"] == nil)
    #expect(try await apple.claims(try #require(later["id_token"])).email == nil)
  }

  @Test("dropping the email scope later does not remove the claim")
  func scopesStay() async throws {
    let apple = try await Harness()
    _ = try await apple.signIn()
    let fields = try await apple.signIn(["scope": nil, "response_type": "code id_token"])
    #expect(try await apple.claims(try #require(fields["id_token"])).email == "maria@example.com")
  }

  @Test("the name is what the person typed: cleaned of control characters, cut at 100, never trusted")
  func typedName() async throws {
    let apple = try await Harness()
    let user = try #require(
      try await apple.signIn(
        [:],
        [
          "user": "maria@example.com", "firstName": "A\u{0}\u{1b}<b>",
          "lastName": String(repeating: "x", count: 300),
        ])["user"])
    #expect(user.contains(#""firstName":"A<b>""#))
    #expect(user.contains("\"" + String(repeating: "x", count: 100) + "\""))
  }

  @Test("hiding the address gives a relay address that stays the same for the team and differs elsewhere")
  func relay() async throws {
    let apple = try await Harness()
    let hidden: FormFields = ["user": "maria@example.com", "hideEmail": "on"]
    let fields = try await apple.signIn(["response_type": "code id_token"], hidden)
    let claims = try await apple.claims(try #require(fields["id_token"]))
    let address = try #require(claims.email)
    #expect(address.wholeMatch(of: #/[a-z0-9]{10}@privaterelay\.appleid\.com/#) != nil)
    #expect(claims.is_private_email?.isTrue == true)
    #expect(fields["user"]?.contains(address) == true)
    #expect(fields["user"]?.contains("maria@") == false)
    _ = await apple.control(.post, "/teams", #"{"team_id":"TEAM000002"}"#)
    _ = await apple.control(.post, "/clients", #"{"client_id":"com.other","team_id":"TEAM000002"}"#)
    let other = try await apple.native(
      #"{"client_id":"com.other","user":"maria@example.com","scopes":["email"],"hide_email":true}"#)
    #expect(other.email != address)
    #expect(other.user != claims.sub)
    #expect(other.user.wholeMatch(of: #/\d{6}\.[0-9a-f]{32}\.\d{4}/#) != nil)
  }

  @Test("the second factor is asked for when switched on; a wrong code gets no further")
  func twoFactor() async throws {
    let apple = try await Harness()
    _ = await apple.control(.patch, "/settings", #"{"two_factor":true}"#)
    let step = await apple.consent(apple.query(), ["user": "maria@example.com", "firstName": "Mia"])
    let page = Page(step)
    #expect(page.hiddenFields["code"] == nil)
    #expect(page.hiddenFields["firstName"] == "Mia")
    let code = try #require(page.html.firstMatch(of: #/<bdi>(\d{6})<\/bdi>/#)?.1)
    let wrong = String(format: (Int(code)! + 1) % 1_000_000)
    var form: FormFields = [:]
    for (name, value) in page.hiddenFields { form.add(name, value) }
    var bad = form
    bad.add("verificationCode", wrong)
    let refused = await apple.consent(apple.query(), bad)
    #expect(refused.text.contains("role=\"alert\""))
    #expect(Page(refused).hiddenFields["code"] == nil)
    form.add("verificationCode", String(code))
    let done = try await apple.signIn([:], form)
    #expect(done["code"] != nil)
    #expect(done["user"]?.contains("Mia") == true)
  }
}

extension String {
  func components(of text: String) -> Int { ranges(of: text).count }

  fileprivate init(format number: Int) { self = String(String(1_000_000 + number).dropFirst()) }
}
