import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

@Suite("Handler and iframe of the JavaScript SDK")
struct HandlerTests {
  private static let popup: [String: String] = [
    "apiKey": "key", "appName": "[DEFAULT]", "authType": "signInViaPopup", "v": "11.0.0",
    "eventId": "1234567890",
    "providerId": "apple.com", "redirectUrl": "http://localhost:3000/#/home", "scopes": "email,name",
  ]

  private static func path(_ changes: [String: String?] = [:], _ prefix: String = "/__/auth") -> String {
    var values: [String: String?] = popup
    values.merge(changes) { $1 }
    var fields = FormFields()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      if let value { fields.add(name, value) }
    }
    return prefix + "/handler?" + fields.encoded
  }

  @Test(
    "a request that lacks something is JSON with the reason",
    arguments: [
      (["apiKey": nil], 400), (["providerId": nil], 400), (["authType": nil], 400),
      (["authType": "signInWithRedirect"], 400), (["providerId": "google.com"], 501),
      (["apn": "com.example.app", "authType": "signInWithRedirect"], 400),
      (["tid": "tenant"], 501),
    ] as [([String: String?], Int)])
  func malformed(changes: [String: String?], status: Int) async throws {
    let page = await TestBrowser(try TestSite()).open(Self.path(changes), follows: false)
    #expect(page.status == status)
    #expect(page.html.hasPrefix("{\"authEmulator\":{"))
    #expect(page.location == nil)
  }

  @Test(
    "a page that is not authorized gets nowhere: R38",
    arguments: [
      "https://evil.example/", "http://localhost.evil.example/", "http://app.example/", "javascript:alert(1)",
      "https://app.example@evil.example/", "https://sub.app.example/", "http://localhost:3000/",
    ])
  func foreignPage(url: String) async throws {
    let site = try TestSite { configuration, _ in
      configuration.authorizedDomains = ["app.example"]
      configuration.allowsLoopbackContinue = false
    }
    let page = await TestBrowser(site).open(Self.path(["redirectUrl": url]), follows: false)
    #expect(page.status == 403)
    let own = await TestBrowser(site).open(
      Self.path(["redirectUrl": "https://app.example:8443/x"]), follows: false)
    #expect(own.status == 303)
  }

  @Test(
    "the way to Apple begins at once, with the scopes that were asked for",
    arguments: ["/__/auth", "/emulator/auth"])
  func begins(prefix: String) async throws {
    let browser = TestBrowser(try TestSite())
    let toApple = await browser.open(Self.path(["scopes": "email"], prefix), follows: false)
    #expect(toApple.status == 303)
    #expect(toApple.locationQuery["scope"] == "email")
    #expect(toApple.locationQuery["redirect_uri"] == "http://localhost:9099/__/auth/handler")
    #expect(toApple.response.headers["cross-origin-opener-policy"] == nil, "FR-24")
  }

  /// The event that a delivery page carries.
  private func event(_ page: TestPage) throws -> String {
    let script = try #require(page.html.components(between: "<script nonce=", and: "</script>").first)
    return String(script[(script.ranges(of: "})({").last?.lowerBound ?? script.startIndex)...])
  }

  @Test(
    "the event carries a handle, never Apple's code or token, and the handle is good once with its session id"
  )
  func handle() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let toApple = await browser.open(Self.path(), follows: false)
    let page = await browser.post(fromApple: browser.answer(toApple))
    #expect(page.status == 200)
    #expect(!page.html.contains("c0011.0.abc") && !page.html.contains("eyJ"))
    #expect(browser.cookies["bramley_session"] == nil)
    #expect(try await site.everybody().isEmpty, "the SDK's own call signs in")
    let event = try event(page)
    let handle = try #require(event.components(between: "handle=", and: "\"").first)
    let sessionID = try #require(event.components(between: "\"sessionId\":\"", and: "\"").first)
    #expect(event.contains("\"eventId\":\"1234567890\""))
    #expect(event.contains("\"type\":\"signInViaPopup\""))
    #expect(event.contains("\"storageKey\":\"key:[DEFAULT]\""))
    #expect(event.contains("\"error\":null"))
    let secret = Secret(utf8: handle)
    await #expect(throws: AccountsError(.invalidIdPResponse)) {
      _ = try await site.accounts.signIn(with: .event(handle: secret, sessionID: "another"))
    }
    let outcome = try await site.accounts.signIn(with: .event(handle: secret, sessionID: sessionID))
    guard case .signedIn(let signedIn) = outcome else {
      Issue.record("The handle signs in")
      return
    }
    #expect(signedIn.account.email == "maria@example.com")
    #expect(signedIn.account.displayName == "Maria Muster")
    await #expect(throws: AccountsError(.invalidIdPResponse)) {
      _ = try await site.accounts.signIn(with: .event(handle: secret, sessionID: sessionID))
    }
  }

  @Test("the way back needs nothing of the tab that began, only the browser's cookie: FR-23")
  func anotherTab() async throws {
    let site = try TestSite()
    let first = TestBrowser(site)
    let toApple = await first.open(Self.path(), follows: false)
    let second = TestBrowser(site)
    second.cookies = first.cookies
    let page = await second.post(fromApple: second.answer(toApple))
    #expect(page.status == 200)
    #expect(try event(page).contains("signInViaPopup"))
    let stranger = TestBrowser(site)
    let again = await first.open(Self.path(), follows: false)
    #expect(await stranger.post(fromApple: stranger.answer(again)).status == 400)
  }

  @Test("messages name an origin; the page's policy lets in only its own script")
  func policy() async throws {
    let browser = TestBrowser(try TestSite())
    let page = await browser.post(fromApple: browser.answer(await browser.open(Self.path(), follows: false)))
    #expect(!page.html.contains("'*'") && page.html.contains("location.origin"))
    let nonce = try #require(page.html.components(between: "<script nonce=\"", and: "\"").first)
    let policy = page.response.headers["content-security-policy"] ?? ""
    #expect(policy.hasSuffix("script-src 'nonce-\(nonce)'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(page.response.headers["cross-origin-opener-policy"] == nil, "FR-24")
  }

  @Test("what a request carries cannot end the script or the page")
  func hostileText() async throws {
    let browser = TestBrowser(try TestSite())
    let toApple = await browser.open(
      Self.path(["apiKey": "</script><b>&\u{2028}", "eventId": "\"};alert(1)//"]), follows: false)
    let page = await browser.post(fromApple: browser.answer(toApple))
    #expect(!page.html.contains("</script><b>") && !page.html.contains("\u{2028}"))
    #expect(page.html.contains(#""eventId":"\"};alert(1)"#), "the quotation mark stays inside its text")
    #expect(page.html.contains(#"\u003c\/script\u003e\u003cb\u003e\u0026\u2028"#))
  }

  @Test("redirect mode keeps the event for the iframe and goes back to the page")
  func redirect() async throws {
    let browser = TestBrowser(try TestSite())
    let toApple = await browser.open(
      Self.path(["authType": "signInViaRedirect", "eventId": nil]), follows: false)
    let page = await browser.post(fromApple: browser.answer(toApple))
    let event = try event(page)
    #expect(event.contains("\"eventId\":null"))
    #expect(event.contains(#""redirectUrl":"http:\/\/localhost:3000\/#\/home""#))
    #expect(page.html.contains("firebase:redirectEvent:"))
  }

  @Test("breaking off is an event with an error: FR-21")
  func cancelled() async throws {
    let browser = TestBrowser(try TestSite())
    let toApple = await browser.open(Self.path(), follows: false)
    let page = await browser.post(
      fromApple: ["state": toApple.locationQuery["state"] ?? "", "error": "user_cancelled_authorize"])
    let event = try event(page)
    #expect(event.contains(#""code":"auth\/user-cancelled""#))
    #expect(event.contains("\"urlResponse\":null"))
  }

  private static let appSession = SHA256.digest(utf8: "ABCDEFGHIJ").hex
  private static var app: [String: String?] {
    [
      "ibi": "com.example.app", "authType": "signInWithRedirect", "sessionId": appSession, "redirectUrl": nil,
      "clientId": "123-abc.apps.googleusercontent.com",
    ]
  }

  @Test("an Apple app gets a link into it, good with the session id that it kept")
  func appleApp() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let toApple = await browser.open(Self.path(Self.app), follows: false)
    let page = await browser.post(fromApple: browser.answer(toApple))
    #expect(
      page.location?.hasPrefix("com.googleusercontent.apps.123-abc://firebaseauth/link?deep_link_id=") == true
    )
    let inner = try #require(page.locationQuery["deep_link_id"])
    #expect(
      inner.hasPrefix(
        "http://localhost:9099/__/auth/callback?authType=signInWithRedirect&eventId=1234567890&"))
    let link = FormFields(parsing: inner.split(separator: "?")[1])?["link"] ?? ""
    let handle = Secret(
      utf8: link.components(between: "handle=", and: "\"").first
        ?? String(link.split(separator: "=").last ?? ""))
    await #expect(throws: AccountsError(.invalidIdPResponse)) {
      _ = try await site.accounts.signIn(with: .event(handle: handle, sessionID: Self.appSession))
    }
    _ = try await site.accounts.signIn(with: .event(handle: handle, sessionID: "ABCDEFGHIJ"))
    #expect(try await site.everybody().count == 1)
  }

  @Test(
    "an app that is not ours, or a scheme that is none, is refused",
    arguments: [
      (["ibi": "com.evil.app"], 403), (["clientId": "javascript"], 403), (["clientId": "a:b.c"], 403),
      (["sessionId": "abc"], 400), (["authType": "signInViaPopup"], 403),
    ] as [([String: String?], Int)])
  func foreignApp(changes: [String: String?], status: Int) async throws {
    let values = Self.app.merging(changes) { $1 }
    #expect(await TestBrowser(try TestSite()).open(Self.path(values), follows: false).status == status)
  }

  @Test("the iframe may be held by authorized pages only, and names Google only where gapi is on: R38, R40")
  func iframe() async throws {
    let site = try TestSite { configuration, _ in
      configuration.authorizedDomains = ["app.example", "localhost"]
      configuration.allowsLoopbackContinue = false
    }
    let page = await TestBrowser(site).open("/__/auth/iframe?apiKey=key&appName=%5BDEFAULT%5D&v=11")
    let policy = page.response.headers["content-security-policy"] ?? ""
    #expect(
      policy.hasSuffix("frame-ancestors http://localhost:* https://localhost:* https://app.example:*"))
    #expect(policy.contains("https://apis.google.com"))
    #expect(page.response.headers["x-frame-options"] == nil)

    let alone = try TestSite { configuration, _ in configuration.usesGapi = false }
    let quiet = await TestBrowser(alone).open("/emulator/auth/iframe?apiKey=key")
    #expect(quiet.response.headers["content-security-policy"]?.contains("google") == false)
    #expect(quiet.html.contains("data-gapi=\"no\""))
    #expect(await TestBrowser(alone).open("/__/auth/iframe").status == 400)
  }

  @Test("no other page names a third party: R40")
  func noThirdParty() async throws {
    let browser = TestBrowser(try TestSite())
    for path in ["/", "/signin", "/signup"] {
      let page = await browser.open(path)
      #expect(page.response.headers["content-security-policy"]?.contains("google") == false)
      #expect(!page.html.contains("src=\"http") && !page.html.contains("<script"))
    }
  }
}
