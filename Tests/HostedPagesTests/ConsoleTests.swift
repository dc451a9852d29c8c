import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

@Suite("Console")
struct ConsoleTests {
  /// The console of a site as `serve` has it: by token alone, on a listener of its own.
  private func browser(_ site: TestSite) -> TestBrowser {
    let browser = TestBrowser(site)
    browser.host = "127.0.0.1:8081"
    browser.router = site.pages.consoleRouter(hasAssets: true)
    return browser
  }

  private func token(
    _ site: TestSite, _ scopes: [String] = HostedPages.consoleScopes, name: String = "ci",
    lifetime: Duration? = nil
  ) async throws -> (id: String, text: String) {
    let made = try await site.accounts.adminTokens.create(name: name, scopes: scopes, lifetime: lifetime)
    return (made.token.id, made.secret.revealText() ?? "")
  }

  @discardableResult
  private func enter(_ browser: TestBrowser, _ token: String) async throws -> TestPage {
    await browser.submit(try #require(await browser.open("/admin/enter").forms.first), ["admin": token])
  }

  private func maria(_ site: TestSite) async throws -> Account {
    try await TestBrowser(site).signIn()
    return try #require(try await site.everybody().first)
  }

  // MARK: Who gets in

  @Test(
    "without a session every page leads to the door and no step is done",
    arguments: ["/admin", "/admin/accounts", "/admin/account?id=x", "/admin/jobs"])
  func closed(path: String) async throws {
    let site = try TestSite()
    let account = try await maria(site)
    let browser = browser(site)
    let page = await browser.open(path)
    #expect(page.html.contains("Admin token"))
    #expect(!page.html.contains("maria@example.com"))
    let token = try #require(page.forms.first?.fields["token"])
    for (action, fields) in [
      ("/admin/account", ["id": account.id.text, "action": "delete"]), ("/admin/jobs", ["job": "1"]),
    ] {
      let form = TestPage.Form(action: action, fields: fields.merging(["token": token]) { $1 })
      #expect(await browser.submit(form, follows: false).location == "/admin/enter")
    }
    #expect(try await site.everybody().count == 1)
  }

  @Test(
    "garbage, a person's token, a revoked and an expired one are refused alike",
    arguments: ["", "garbage", "bramley_admin_x", "person", "revoked", "expired", "link"])
  func refused(kind: String) async throws {
    let site = try TestSite()
    _ = try await maria(site)
    var text = kind
    switch kind {
    case "person":
      text = try await site.accounts.signUpAnonymously().tokens.idToken.revealText() ?? ""
    case "revoked":
      let made = try await token(site)
      try await site.accounts.adminTokens.revoke(made.id)
      text = made.text
    case "expired":
      text = try await token(site, lifetime: .seconds(60)).text
      site.clock.move(.seconds(61))
    // A one-time address is no token to sign in with.
    case "link": text = try await token(site, ConsoleLink.kept(["accounts.read"])).text
    default: break
    }
    let browser = browser(site)
    let page = try await enter(browser, text)
    #expect(page.status == 403)
    #expect(page.html.contains("not good"))
    #expect(browser.cookies["bramley_console"] == nil)
  }

  @Test("nobody enters as owner where the console is not open to all: R3")
  func owner() async throws {
    let site = try TestSite()
    let browser = browser(site)
    let form = try #require(await browser.open("/admin/enter").forms.first)
    #expect(await browser.submit(form, ["owner": "yes"]).status == 403)
    let dev = try TestSite { configuration, _ in configuration.opensConsole = true }
    let other = self.browser(dev)
    let door = try #require(await other.open("/admin/enter").forms.last)
    #expect(await other.submit(door).html.contains("Overview"))
  }

  @Test("the cookie is strict, out of reach for scripts, and sent to the console alone; over https secure")
  func cookie() async throws {
    let site = try TestSite()
    let browser = browser(site)
    try await enter(browser, token(site).text)
    let cookie = try #require(browser.setCookies.last)
    #expect(
      cookie.contains("SameSite=Strict") && cookie.contains("HttpOnly") && cookie.contains("Path=/admin"))
    #expect(!cookie.contains("Secure"))
    let remote = self.browser(site)
    (remote.scheme, remote.host) = ("https", "admin.example.com")
    try await enter(remote, token(site, name: "two").text)
    #expect(remote.setCookies.last?.contains("; Secure") == true)
  }

  @Test("a token that is revoked ends its sessions at once; signing out ends one")
  func revocation() async throws {
    let site = try TestSite()
    let made = try await token(site)
    let (one, two) = (browser(site), browser(site))
    for browser in [one, two] { #expect(try await enter(browser, made.text).html.contains("Overview")) }
    let cookies = one.cookies
    let leave = try #require(await one.open("/admin").forms.first { $0.action == "/admin/leave" })
    _ = await one.submit(leave)
    one.cookies = cookies
    #expect(await one.open("/admin").html.contains("Admin token"), "the handle itself is gone")
    #expect(await two.open("/admin").html.contains("Overview"))
    try await site.accounts.adminTokens.revoke(made.id)
    #expect(await two.open("/admin").html.contains("Admin token"))
  }

  @Test("a session ends after eight hours")
  func expiry() async throws {
    let site = try TestSite()
    let browser = browser(site)
    try await enter(browser, token(site).text)
    site.clock.move(.seconds(8 * 3600))
    #expect(await browser.open("/admin").html.contains("Admin token"))
  }

  @Test("a one-time address opens the console once; opening the page alone uses nothing up: R30")
  func link() async throws {
    let site = try TestSite()
    let text = try await token(site, ConsoleLink.kept(["accounts.read"]), name: "console link 1").text
    for _ in 1...2 { _ = await browser(site).open(ConsoleLink.path(token: text)) }
    let (one, two) = (browser(site), browser(site))
    let first = try #require(await one.open(ConsoleLink.path(token: text)).forms.first)
    let second = try #require(await two.open(ConsoleLink.path(token: text)).forms.first)
    #expect(await one.submit(first).html.contains("Overview"))
    #expect(await two.submit(second).status == 403)
    #expect(try await site.accounts.adminTokens.all().isEmpty)
    #expect(await one.open("/admin").html.contains("console link 1"))
    // An ordinary token in an address would stay good in the browser's history.
    let other = try await token(site, name: "three").text
    let third = try #require(await two.open(ConsoleLink.path(token: other)).forms.first)
    #expect(await two.submit(third).status == 403)
  }

  @Test(
    "a form from elsewhere does nothing: CSRF",
    arguments: [
      ["origin": "https://evil.example", "sec-fetch-site": "cross-site"],
      ["origin": "http://127.0.0.1:3000", "sec-fetch-site": "same-site"],
      ["origin": nil, "sec-fetch-site": nil],
    ])
  func crossSite(headers: [String: String?]) async throws {
    let site = try TestSite()
    let account = try await maria(site)
    let browser = browser(site)
    try await enter(browser, token(site).text)
    let page = await browser.open("/admin/account/confirm?id=\(account.id.text)&action=delete")
    let form = try #require(page.forms.first { $0.action == "/admin/account" })
    #expect(await browser.submit(form, headers: headers).status == 403)
    #expect(try await site.everybody().count == 1)
  }

  // MARK: What it shows and does

  @Test("a token does what its scopes allow, and is shown no button beyond")
  func scopes() async throws {
    let site = try TestSite()
    let account = try await maria(site)
    let reader = browser(site)
    try await enter(reader, token(site, ["accounts.read"]).text)
    let page = await reader.open("/admin/account?id=\(account.id.text)")
    #expect(page.html.contains("maria@example.com"))
    #expect(!page.html.contains("/admin/account/confirm"))
    for action in ["disable", "endSessions", "revoke", "delete"] {
      let asked = await reader.open("/admin/account/confirm?id=\(account.id.text)&action=\(action)")
      #expect(asked.status == 403)
      let form = TestPage.Form(
        action: "/admin/account",
        fields: [
          "id": account.id.text, "action": action, "token": page.forms.first?.fields["token"] ?? "",
        ])
      #expect(await reader.submit(form).status == 403)
    }
    let none = browser(site)
    #expect(try await enter(none, token(site, ["sessions.cookies"], name: "none").text).status == 403)
    #expect(try await site.everybody().first?.isDisabled == false)
  }

  @Test(
    "finds an account by identifier, address, number and Apple's subject, and nothing by a part",
    arguments: ["id", "email", "phone", "subject", "part", "markup"])
  func search(kind: String) async throws {
    let site = try TestSite()
    let account = try await maria(site)
    var update = AdministrativeUpdate()
    update.phoneNumber = .set("+447700900123")
    _ = try await site.accounts.administer(account.id, update)
    let browser = browser(site)
    try await enter(browser, token(site).text)
    let texts = [
      "id": account.id.text, "email": "Maria@Example.com", "phone": "+44 7700 900-123",
      "subject": TestApple.Person.maria.subject, "part": "maria", "markup": "\"><script>alert(1)</script>",
    ]
    let query: FormFields = ["q": texts[kind] ?? ""]
    let page = await browser.open("/admin/accounts?" + query.encoded)
    let isFound = !["part", "markup"].contains(kind)
    #expect(page.html.contains("/admin/account?id=") == isFound)
    #expect(page.html.contains("No account has this name") != isFound)
    #expect(!page.html.contains("<script>"))
  }

  @Test("lists every account once, page by page: FR-60")
  func listing() async throws {
    let site = try TestSite()
    for _ in 1...120 { _ = try await site.accounts.signUpAnonymously() }
    let browser = browser(site)
    try await enter(browser, token(site).text)
    var (seen, path): ([String], String?) = ([], "/admin/accounts")
    while let next = path {
      let page = await browser.open(next)
      seen += page.html.components(between: "/admin/account?id=", and: "\"")
      path = page.html.components(between: "<p><a href=\"", and: "\"").first
    }
    #expect(seen.count == 120 && Set(seen).count == 120)
  }

  @Test("shows an account whole, and nothing that opens anything")
  func view() async throws {
    let site = try TestSite()
    _ = try await site.accounts.signUp(
      email: "maria@example.com", password: Secret(utf8: "correct horse"))
    let account = try #require(try await site.everybody().first)
    let browser = browser(site)
    let text = try await token(site).text
    try await enter(browser, text)
    let page = await browser.open("/admin/account?id=\(account.id.text)")
    for title in ["Identities", "Second factors", "Sessions", "Grants of Apple", "Consents", "Audit"] {
      #expect(page.html.contains("<h2>\(title)</h2>"))
    }
    #expect(page.html.contains("account made"))
    #expect(!page.html.contains(account.passwordHash ?? "?") && !page.html.contains("argon2"))
    #expect(!page.html.contains(text))
    let policy = page.response.headers["content-security-policy"] ?? ""
    #expect(policy.contains("default-src 'none'") && !policy.contains("script-src"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(page.response.headers["cache-control"] == "no-store")
  }

  @Test("every step is asked about, done, and audited with the token's name: R3")
  func actions() async throws {
    let site = try TestSite()
    let account = try await maria(site)
    let browser = browser(site)
    try await enter(browser, token(site, name: "support desk").text)
    func act(_ action: String) async throws -> TestPage {
      let question = await browser.open("/admin/account/confirm?id=\(account.id.text)&action=\(action)")
      return await browser.submit(
        try #require(question.forms.first { $0.action == "/admin/account" }))
    }
    #expect(try await act("disable").html.contains("The account is locked"))
    #expect(try await site.everybody().first?.isDisabled == true)
    #expect(try await act("enable").html.contains("The account is unlocked"))
    let ended = try await act("endSessions")
    #expect(ended.html.contains("Every session is ended") && ended.html.contains("Signed in nowhere"))
    #expect(try await act("revoke").html.contains("on its way to Apple"))
    let events = try await site.accounts.events(of: account.id, after: 0)
    let signed = events.filter { $0.detail?.contains("by support desk") == true }.map(\.kind)
    #expect(signed.contains(.accountDisabled) && signed.contains(.accountEnabled))
    #expect(signed.count { $0 == .sessionsEnded } == 2)
    #expect(try await act("delete").html.contains("The account is deleted"))
    #expect(try await site.everybody().isEmpty)
    #expect(await browser.open("/admin/account?id=\(account.id.text)").status == 404)
  }

  @Test("lists jobs with their last failure and tries one at once, but none that is being tried")
  func jobs() async throws {
    let site = try TestSite()
    _ = try await maria(site)
    let browser = browser(site)
    try await enter(browser, token(site).text)
    // The exchange of the sign-in failed, since nobody answers; it waits.
    let waiting = try #require(try await site.settledJob())
    let page = await browser.open("/admin/jobs")
    #expect(page.html.contains("exchange") && page.html.contains(waiting.lastFailure ?? "?"))
    let form = try #require(page.forms.first { $0.action == "/admin/jobs" })
    #expect(await browser.submit(form).html.contains("It is done, or being tried already"))
    #expect(await browser.submit(form, ["job": "4711"]).html.contains("It is done, or being tried already"))
  }
}
