import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

@Suite("Signing in with Apple on the pages")
struct AppleSignInTests {
  @Test("an answer in another browser signs nobody in and leaves the flow to its own browser: A25, A35, R39")
  func anotherBrowser() async throws {
    let site = try TestSite()
    let attacker = TestBrowser(site)
    let victim = TestBrowser(site)
    let toApple = try await attacker.pressApple()
    let bare = await victim.post(fromApple: victim.answer(toApple))
    #expect(bare.status == 400)
    #expect(site.log.last == "page /signin/return: sign-in flow answer in a browser without our cookie")
    // The victim's own cookie is the wrong one.
    _ = await victim.open("/")
    let other = await victim.post(fromApple: victim.answer(toApple))
    #expect(other.status == 400)
    #expect(site.log.last == "page /signin/return: sign-in flow begun in another browser")
    #expect(victim.cookies["bramley_session"] == nil)
    #expect(try await site.everybody().isEmpty)
    let own = await attacker.post(fromApple: attacker.answer(toApple))
    #expect(own.html.contains("maria@example.com"))
  }

  @Test("the answer's handle does nothing without the browser's cookie: A35")
  func handleFromLink() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let parked = await browser.post(fromApple: browser.answer(try await browser.pressApple()), follows: false)
    let link = try #require(parked.location)
    #expect(link.hasPrefix("/signin/return?answer="))
    let stranger = await TestBrowser(site).open(link)
    #expect(stranger.status == 400)
    #expect(await browser.open(link).html.contains("maria@example.com"))
  }

  @Test("unknown, expired and used states: one page, three reasons in the log: A27, FR-22")
  func staleStates() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let toApple = try await browser.pressApple()
    var pages: [String] = []

    var unknown = browser.answer(toApple)
    unknown = ["state": Base64URL.encode([UInt8](repeating: 0x7f, count: 36)), "code": unknown["code"] ?? ""]
    pages.append(await browser.post(fromApple: unknown).html)
    #expect(site.log.last == "page /signin/return: sign-in flow unknown")

    _ = await browser.post(fromApple: browser.answer(toApple))
    let form = try #require(await browser.open("/account").forms.first)
    _ = await browser.submit(form)
    pages.append(await browser.post(fromApple: browser.answer(toApple)).html)
    #expect(site.log.last == "page /signin/return: sign-in flow used")

    let late = try await browser.pressApple()
    site.clock.move(.seconds(601))
    pages.append(await browser.post(fromApple: browser.answer(late)).html)
    #expect(site.log.last == "page /signin/return: sign-in flow expired")

    #expect(Set(pages).count == 1)
    #expect(pages[0].contains("This sign-in cannot go on"))
    #expect(pages[0].contains("href=\"http://localhost:9099/\""), "there is a link to start again")
    #expect(browser.cookies["bramley_session"] == nil)
  }

  @Test("a forged token, and one with another flow's nonce, sign nobody in", arguments: [true, false])
  func badToken(isForged: Bool) async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let toApple = try await browser.pressApple()
    var fields = browser.answer(toApple, isForged: isForged)
    if !isForged {
      let foreign = site.apple.token(.maria, nonce: "another", now: site.clock.now().seconds)
      fields = ["state": fields["state"] ?? "", "code": "c", "id_token": foreign]
    }
    let page = await browser.post(fromApple: fields)
    #expect(page.status == 400)
    #expect(page.html.contains("The sign-in did not work"))
    #expect(try await site.everybody().isEmpty)
  }

  @Test(
    "an answer that is no form, has no state, or repeats a field is refused and parks nothing",
    arguments: ["", "code=c", "state=&code=c", "state=s", "state=a&state=b&code=c", "state=%ff&code=c"])
  func malformedAnswer(body: String) async throws {
    let site = try TestSite()
    var request = HTTPRequest(method: .post, path: "/__/auth/handler", body: Array(body.utf8))
    request.headers["host"] = "localhost:9099"
    let before = site.store.dump()
    let response = await site.respond(to: request)
    #expect(response.status == 400)
    #expect(response.headers["set-cookie"] == nil, "cookies that did not come with the POST stay as they are")
    #expect(site.store.dump() == before)
  }

  @Test("Cancel on Apple's page is a friendly return and no error: FR-21")
  func cancelled() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let state = try await browser.pressApple().locationQuery["state"] ?? ""
    let page = await browser.post(fromApple: ["state": state, "error": "user_cancelled_authorize"])
    #expect(page.status == 200)
    #expect(page.html.contains("You cancelled the sign-in"))
    #expect(page.buttons.first?.contains("Sign in with Apple") == true)
    #expect(site.log.isEmpty)
    // The state is spent: the same flow cannot be finished after all.
    let late = await browser.post(fromApple: ["state": state, "code": "c"])
    #expect(late.status == 400)
  }

  @Test("one answer posted twice at once: one sign-in, and both end on a page that makes sense: FR-15")
  func doubleSubmit() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let answer = browser.answer(try await browser.pressApple())
    let first = await browser.post(fromApple: answer, follows: false)
    let second = await browser.post(fromApple: answer, follows: false)
    let signedIn = await browser.open(try #require(first.location))
    #expect(signedIn.html.contains("maria@example.com"))
    let again = await browser.open(try #require(second.location))
    #expect(again.status == 200)
    #expect(again.html.contains("maria@example.com"))
    #expect(try await site.everybody().count == 1)
  }

  @Test(
    "the request to Apple: client, exact return address, form_post, scopes, nonce, challenge, fresh state")
  func requestToApple() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let first = try await browser.pressApple()
    #expect(first.status == 303)
    #expect(first.location?.hasPrefix("https://appleid.apple.com/auth/authorize?") == true)
    let query = first.locationQuery
    #expect(query["client_id"] == "com.example.web")
    #expect(query["redirect_uri"] == "http://localhost:9099/__/auth/handler")
    #expect(query["response_type"] == "code id_token")
    #expect(query["response_mode"] == "form_post")
    #expect(query["scope"] == "name email")
    #expect(query["code_challenge"]?.utf8.count == 43)
    #expect(query["code_challenge_method"] == "S256")
    let second = try await browser.pressApple().locationQuery
    for name in ["state", "nonce", "code_challenge"] { #expect(query[name] != second[name]) }
    // What the browser carries names no secret of the flow.
    #expect(browser.cookies.values.allSatisfy { first.location?.contains($0) == false })
  }

  @Test(
    "name, address and code of the first authorization arrive; the person returns to where he began: FR-19")
  func signsIn() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let start = await browser.open("/account/delete")
    #expect(start.buttons.first?.contains("Sign in with Apple") == true)
    let page = await browser.post(fromApple: browser.answer(try await browser.pressApple(start)))
    #expect(page.html.contains("Delete your account?"))
    let account = try #require(try await site.everybody().first)
    #expect(account.displayName == "Maria Muster")
    #expect(account.email == "maria@example.com")
    let session = try #require(browser.setCookies.last { $0.hasPrefix("bramley_session=") })
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=7776000"] { #expect(session.contains(part)) }
  }

  @Test("behind https the cookies carry the __Host- prefix and Secure; links follow the configuration: A23")
  func behindProxy() async throws {
    let site = try TestSite { configuration, _ in configuration.publicOrigin = "https://id.example.com" }
    let browser = TestBrowser(site)
    browser.scheme = "https"
    browser.host = "id.example.com"
    let toApple = try await browser.pressApple()
    #expect(toApple.locationQuery["redirect_uri"] == "https://id.example.com/__/auth/handler")
    #expect(browser.cookies.keys.sorted() == ["__Host-bramley_browser"])
    #expect(browser.setCookies.allSatisfy { $0.contains("; Secure") })
    var forged = HTTPRequest(method: .get, path: "/account", headers: ["host": "evil.example"])
    forged.headers["x-forwarded-host"] = "evil.example"
    let response = await site.respond(to: forged)
    #expect(response.headers["location"]?.contains("evil") == false)
  }

  @Test("under a base path every link, cookie and callback keeps it: FR-63")
  func basePath() async throws {
    let site = try TestSite { configuration, _ in configuration.basePath = "/auth" }
    let browser = TestBrowser(site)
    let page = TestPage(await browser.send(.get, "/signin"))
    #expect(page.html.contains("href=\"/auth/assets/bramley.css"))
    #expect(page.forms.allSatisfy { $0.action.hasPrefix("/auth/") })
    #expect(browser.setCookies.first?.contains("Path=/auth;") == true)
    var form = try #require(page.forms.first)
    form = TestPage.Form(action: "/signin/apple", fields: form.fields)
    let toApple = await browser.submit(form, follows: false)
    #expect(toApple.locationQuery["redirect_uri"] == "http://localhost:9099/auth/__/auth/handler")
    let parked = await browser.post(fromApple: browser.answer(toApple), follows: false)
    #expect(parked.location?.hasPrefix("/auth/signin/return?") == true)
    let end = TestPage(
      await browser.send(.get, String(try #require(parked.location).dropFirst("/auth".count))))
    #expect(end.location == "/auth/account")
  }

  @Test("opened under another name than the configured one: a page that names the right one, no loop: FR-65")
  func otherName() async throws {
    let site = try TestSite { configuration, _ in configuration.publicOrigin = "http://localhost:9099" }
    let browser = TestBrowser(site)
    browser.host = "127.0.0.1:9099"
    let page = try await browser.pressApple()
    #expect(page.status == 403)
    #expect(page.html.contains("http://localhost:9099/"))
    // In development without a configured name either name works by itself.
    let open = TestBrowser(try TestSite())
    open.host = "127.0.0.1:9099"
    #expect(try await open.signIn().html.contains("maria@example.com"))
    let other = TestBrowser(open.site)
    other.host = "[::1]:9099"
    #expect(try await other.signIn(as: .amir).html.contains("amir@example.com"))
  }

  @Test("without a Services ID there is no Apple button, and its form answers so")
  func noServicesID() async throws {
    let site = try TestSite { _, policy in policy.apple.servicesID = nil }
    let browser = TestBrowser(site)
    let page = await browser.open("/")
    #expect(!page.html.contains("Sign in with Apple"))
    let form = try #require(page.forms.first)
    let answer = await browser.submit(TestPage.Form(action: "/signin/apple", fields: form.fields))
    #expect(answer.status == 404)
  }
}
