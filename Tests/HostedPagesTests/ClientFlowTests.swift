import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import Testing

@Suite("The page flow for other clients")
struct ClientFlowTests {
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  private static func query(
    _ url: String = "http://127.0.0.1:3000/back", challenge: String = challenge, method: String = "S256",
    state: String? = "st&ate"
  ) -> String {
    var fields: FormFields = [
      "continue": url, "code_challenge": challenge, "code_challenge_method": method,
    ]
    if let state { fields.add("state", state) }
    return "/signin?" + fields.encoded
  }

  @Test(
    "an address that is not listed is never followed: no open redirect",
    arguments: [
      "https://evil.example/", "http://localhost.evil.example/", "http://localhost@evil.example/",
      "http://localhost:3000\\@evil.example/", "//evil.example/", "javascript:alert(1)",
      "http://localhost/#a",
      "com.example.app:/back", "https://listed.example/back/", "",
    ])
  func unlisted(url: String) async throws {
    let site = try TestSite { configuration, _ in configuration.continueURLs = ["https://listed.example/back"]
    }
    let page = await TestBrowser(site).open(Self.query(url))
    #expect(page.status == 400)
    #expect(page.location == nil)
    #expect(page.forms.isEmpty)
    #expect(
      site.log.last == "page /signin: page flow: the return address is not on the list web.continueUrls")
  }

  @Test("loopback addresses are taken in development only")
  func loopbackInProduction() async throws {
    let site = try TestSite { configuration, _ in configuration.allowsLoopbackContinue = false }
    #expect(await TestBrowser(site).open(Self.query()).status == 400)
  }

  @Test(
    "a request without a good S256 challenge, with a long state or a repeated parameter is refused",
    arguments: [
      query(challenge: ""), query(challenge: "short"), query(method: "plain"),
      query(challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c="),
      query(state: String(repeating: "a", count: 513)), query() + "&continue=http%3A%2F%2Flocalhost%2F",
    ])
  func badRequest(path: String) async throws {
    #expect(await TestBrowser(try TestSite()).open(path).status == 400)
  }

  @Test("a form cannot bring an address that the page would not have taken")
  func formIsJudgedAgain() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    var form = try #require(await browser.open(Self.query()).forms.first)
    form.fields["continue"] = "https://evil.example/"
    let page = await browser.submit(form, follows: false)
    #expect(page.status == 400)
    #expect(page.location == nil)
  }

  @Test("gives code and state to the client; the code is good once, with its verifier, for a minute")
  func code() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let toApple = await browser.submit(
      try #require(await browser.open(Self.query()).forms.first), follows: false)
    let back = await browser.post(fromApple: browser.answer(toApple))
    #expect(back.status == 303)
    #expect(back.location?.hasPrefix("http://127.0.0.1:3000/back?code=") == true)
    #expect(back.response.headers["referrer-policy"] == "no-referrer")
    #expect(back.locationQuery["state"] == "st&ate")
    #expect(browser.cookies["bramley_session"] == nil, "the session is the client's alone")
    let code = try #require(back.locationQuery["code"])
    let tokens = try await site.accounts.redeem(pageCode: code, verifier: Self.verifier)
    #expect(tokens.account.email == "maria@example.com")
    await #expect(throws: AccountsError(.invalidGrant)) {
      try await site.accounts.redeem(pageCode: code, verifier: Self.verifier)
    }
  }

  @Test("a code without its verifier, or later than a minute, is nothing", arguments: [true, false])
  func badCode(isLate: Bool) async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let toApple = await browser.submit(
      try #require(await browser.open(Self.query()).forms.first), follows: false)
    let back = await browser.post(fromApple: browser.answer(toApple))
    if isLate { site.clock.move(.seconds(61)) }
    let verifier = isLate ? Self.verifier : String(repeating: "x", count: 43)
    await #expect(throws: AccountsError(.invalidGrant)) {
      try await site.accounts.redeem(pageCode: back.locationQuery["code"] ?? "", verifier: verifier)
    }
  }

  @Test("breaking off returns access_denied and the state: FR-21")
  func cancelled() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let start = await browser.open(Self.query("http://localhost:3000/back?a=b"))
    let toApple = await browser.submit(try #require(start.forms.first), follows: false)
    let back = await browser.post(
      fromApple: ["state": toApple.locationQuery["state"] ?? "", "error": "user_cancelled_authorize"])
    #expect(back.location == "http://localhost:3000/back?a=b&error=access_denied&state=st%26ate")
  }

  @Test("a person who is signed in to the pages signs in anew for a client")
  func signedInAlready() async throws {
    let browser = TestBrowser(try TestSite())
    try await browser.signIn()
    let page = await browser.open(Self.query())
    #expect(page.status == 200)
    #expect(page.buttons.first == "Sign in with Apple")
  }

  @Test("a listed address of an app's own scheme is followed, and the page's policy lets the form go there")
  func appScheme() async throws {
    let site = try TestSite { configuration, _ in configuration.continueURLs = ["com.example.app:/back"] }
    let browser = TestBrowser(site)
    let page = await browser.open(Self.query("com.example.app:/back"))
    let policy = page.response.headers["content-security-policy"] ?? ""
    #expect(
      policy.hasSuffix(
        "form-action 'self' https://appleid.apple.com https://account.apple.com com.example.app:"))
    let toApple = await browser.submit(try #require(page.forms.first), follows: false)
    let back = await browser.post(fromApple: browser.answer(toApple))
    #expect(back.location?.hasPrefix("com.example.app:/back?code=") == true)
  }
}
