import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

@Suite("Pages of mail links")
struct MailLinkTests {
  private static let maria = "maria@example.com"

  private func account(_ site: TestSite) async throws -> SignedIn {
    try await site.accounts.signUp(email: Self.maria, password: Secret(utf8: "correct horse"))
  }

  /// The page of a link in a new browser.
  private func open(_ site: TestSite, _ issued: IssuedCode, _ more: [String: String] = [:]) async
    -> (browser: TestBrowser, page: TestPage)
  {
    let browser = TestBrowser(site)
    return (browser, await browser.open(Outbox.link(issued, more)))
  }

  private func verification(_ site: TestSite) async throws -> IssuedCode {
    try await site.accounts.verificationCode(for: Self.maria)
  }

  // MARK: Refusals

  @Test(
    "no code, garbage, a foreign mode, a name twice: one page for all, with a way on: FR-22",
    arguments: [
      "", "?mode=verifyEmail", "?mode=verifyEmail&oobCode=garbage", "?mode=nonsense&oobCode=abc",
      "?mode=verifyEmail&oobCode=a&oobCode=b",
    ])
  func stale(query: String) async throws {
    let site = try TestSite()
    let page = await TestBrowser(site).open("/__/auth/action" + query)
    #expect(page.status == 400)
    #expect(page.html.contains("This link is no longer good"))
    #expect(page.html.contains("class=\"button primary\""))
  }

  @Test("a code under another mode is not shown for what it is not")
  func foreignMode() async throws {
    let site = try TestSite()
    _ = try await account(site)
    let code = try await verification(site).code.revealText() ?? ""
    let page = await TestBrowser(site).open("/__/auth/action?mode=resetPassword&oobCode=\(code)")
    #expect(page.status == 400)
    #expect(!page.html.contains("type=\"password\""))
    #expect(!page.html.contains(Self.maria))
  }

  @Test("an expired code is refused by GET and by POST: R30")
  func expired() async throws {
    let site = try TestSite()
    _ = try await account(site)
    let (browser, page) = await open(site, try await verification(site))
    site.clock.move(.seconds(3601))
    let refused = await browser.submit(try #require(page.forms.first))
    #expect(refused.status == 400)
    #expect(refused.html.contains("This link is no longer good"))
    #expect(try await site.everybody().first?.isEmailVerified == false)
    #expect(site.log.contains { $0.contains("EXPIRED_OOB_CODE") }, "the log knows the reason")
  }

  @Test("a scanner that opens the link, twice, uses nothing up and is told no secret: R30")
  func prefetch() async throws {
    let site = try TestSite()
    _ = try await account(site)
    let issued = try await verification(site)
    let before = site.store.dump()
    for method in [HTTPMethod.get, .head, .get] {
      let response = await TestBrowser(site).send(method, Outbox.link(issued))
      #expect(response.status == 200)
      #expect(response.headers["cache-control"] == "no-store")
    }
    #expect(site.store.dump() == before)
    let (browser, page) = await open(site, issued)
    #expect(await browser.submit(try #require(page.forms.first)).html.contains("is confirmed"))
  }

  @Test(
    "a form from elsewhere does nothing, whatever link the person opened before: CSRF",
    arguments: [
      ["origin": "https://evil.example", "sec-fetch-site": "cross-site"],
      ["origin": nil, "sec-fetch-site": nil], ["origin": "null", "sec-fetch-site": nil],
    ])
  func crossSite(headers: [String: String?]) async throws {
    let site = try TestSite()
    _ = try await account(site)
    let (browser, page) = await open(site, try await verification(site))
    let refused = await browser.submit(try #require(page.forms.first), headers: headers)
    #expect(refused.status == 403)
    #expect(try await site.everybody().first?.isEmailVerified == false)
  }

  @Test("a form without the browser's own token does nothing")
  func withoutToken() async throws {
    let site = try TestSite()
    _ = try await account(site)
    let issued = try await verification(site)
    let (_, page) = await open(site, issued)
    // Another browser's form, cookies and all.
    let victim = TestBrowser(site)
    _ = await victim.open(Outbox.link(issued))
    #expect(await victim.submit(try #require(page.forms.first)).status == 403)
  }

  @Test(
    "nobody is led to a page that is not ours to trust: R38",
    arguments: [
      "https://evil.example/", "http://app.example.com/", "javascript:alert(1)", "//evil.example",
      "https://app.example.com@evil.example/", "https://app.example.com.evil.example/",
    ])
  func openRedirect(url: String) async throws {
    let site = try TestSite { configuration, _ in configuration.authorizedDomains = ["app.example.com"] }
    _ = try await account(site)
    let (browser, page) = await open(site, try await verification(site), ["continueUrl": url])
    #expect(!page.html.contains("continueUrl"))
    let done = await browser.submit(try #require(page.forms.first), ["continueUrl": url])
    #expect(done.status == 200)
    #expect(!done.html.contains("evil.example") && !done.html.contains("javascript:"))
    #expect(done.html.contains("href=\"/account\""))
    // The same for the link that would hand the code itself to the page.
    let signIn = try await site.accounts.emailSignInCode(for: Self.maria)
    let (other, asked) = await open(site, signIn, ["continueUrl": url])
    let answer = await other.submit(
      try #require(asked.forms.first), ["continueUrl": url, "email": Self.maria], follows: false)
    #expect(answer.location == "/account")
  }

  @Test("no page of a link may be framed, cached or told to others by the referrer")
  func headers() async throws {
    let site = try TestSite()
    _ = try await account(site)
    let (_, page) = await open(site, try await verification(site))
    let policy = page.response.headers["content-security-policy"] ?? ""
    #expect(policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"))
    #expect(!policy.contains("script-src"))
    #expect(page.response.headers["referrer-policy"] == "same-origin")
    #expect(page.response.headers["cache-control"] == "no-store")
  }

  // MARK: What the links do

  @Test("proves the address by the button, once, and leads back to the app")
  func verifies() async throws {
    let site = try TestSite()
    _ = try await account(site)
    let issued = try await verification(site)
    let (browser, page) = await open(site, issued, ["continueUrl": "http://localhost:3000/done"])
    #expect(page.html.contains("Confirm that <bdi>maria@example.com</bdi> is yours"))
    let form = try #require(page.forms.first)
    let done = await browser.submit(form)
    #expect(done.html.contains("is confirmed"))
    #expect(done.html.contains("href=\"http://localhost:3000/done\""))
    #expect(try await site.everybody().first?.isEmailVerified == true)
    #expect(await browser.submit(form).status == 400, "used")
  }

  @Test("a new password is typed twice, weak ones leave the link good, and every session ends: A33, R26")
  func resets() async throws {
    let site = try TestSite()
    let elsewhere = TestBrowser(site)
    let signUp = try #require(await elsewhere.open("/signup").forms.last)
    _ = await elsewhere.submit(signUp, ["email": Self.maria, "password": "correct horse"])
    let issued = try #require(try await site.accounts.passwordResetCode(for: Self.maria))
    let (browser, page) = await open(site, issued)
    #expect(
      page.html.contains("autocomplete=\"new-password\"")
        && page.html.contains("<bdi>6</bdi> characters or more"))
    #expect(page.html.contains("value=\"maria@example.com\" autocomplete=\"username\""))
    let form = try #require(page.forms.first)
    for (first, second, text) in [
      ("battery staple", "battery stable", "not the same"), ("3f7q", "3f7q", "longer or less common"),
    ] {
      let refused = await browser.submit(form, ["password": first, "repeated": second])
      #expect(refused.status == 400)
      #expect(refused.html.contains(text))
      #expect(!refused.html.contains(first), "no password comes back")
    }
    let done = await browser.submit(form, ["password": "battery staple", "repeated": "battery staple"])
    #expect(done.html.contains("Your password is changed"))
    #expect(await elsewhere.open("/account").html.contains("Your session has ended"))
    let signIn = try #require(await browser.open("/signin").forms.last)
    let account = await browser.submit(signIn, ["email": Self.maria, "password": "battery staple"])
    #expect(account.html.contains(Self.maria))
  }

  @Test("moves to a new address, tells the old one, and its link brings it back: A33")
  func changesAndRecovers() async throws {
    let site = try TestSite()
    _ = try await account(site)
    let issued = try await site.accounts.changeCode(for: Self.maria, newEmail: "new@example.com")
    let (browser, page) = await open(site, issued, ["lang": "en"])
    #expect(page.html.contains("Your account moves to <bdi>new@example.com</bdi>"))
    _ = await browser.submit(try #require(page.forms.first))
    #expect(try await site.everybody().first?.email == "new@example.com")
    let mail = try #require(site.outbox.mails.last)
    #expect(mail.kind == .emailChanged && mail.recipient == Self.maria)
    let owner = TestBrowser(site)
    let back = await owner.open(mail.link)
    #expect(back.html.contains("goes back to <bdi>maria@example.com</bdi>"))
    let done = await owner.submit(try #require(back.forms.first))
    #expect(done.html.contains("href=\"/forgot\""), "somebody else may know the password")
    #expect(try await site.everybody().first?.email == Self.maria)
  }

  @Test("a sign-in link goes on to the app's page with all that it needs, and the code is still good")
  func signInLinkForApp() async throws {
    let site = try TestSite()
    let issued = try await site.accounts.emailSignInCode(for: Self.maria)
    let more = ["continueUrl": "http://localhost:3000/finish?x=1#top", "lang": "fa"]
    let (browser, page) = await open(site, issued, more)
    #expect(page.html.contains("dir=\"rtl\""))
    #expect(page.response.headers["content-security-policy"]?.contains("http://localhost:3000") == true)
    let answer = await browser.submit(try #require(page.forms.first), follows: false)
    let location = try #require(answer.location)
    #expect(location.hasPrefix("http://localhost:3000/finish?x=1&mode=signIn&oobCode="))
    #expect(location.hasSuffix("&apiKey=any&lang=fa#top"))
    #expect(answer.response.headers["referrer-policy"] == "no-referrer")
    let code = issued.code.revealText() ?? ""
    let signedIn = try await site.accounts.signIn(emailLink: code, email: Self.maria)
    #expect(signedIn.isNewAccount)
  }

  @Test("without an app a sign-in link signs in to our own pages, for who knows the address")
  func signInLinkHere() async throws {
    let site = try TestSite()
    let issued = try await site.accounts.emailSignInCode(for: Self.maria)
    let (browser, page) = await open(site, issued)
    #expect(!page.html.contains(Self.maria), "whoever holds the link must still know whose it is")
    let form = try #require(page.forms.first)
    for (email, text) in [("", "not an email address"), ("other@example.com", "sent to another address")] {
      let refused = await browser.submit(form, ["email": email])
      #expect(refused.status == 400)
      #expect(refused.html.contains(text))
    }
    #expect(await browser.submit(form, ["email": "Maria@Example.com"]).html.contains(Self.maria))
  }

  @Test("the link of a second factor that somebody else added takes it off and ends every session")
  func revertsFactor() async throws {
    let site = try TestSite()
    let thief = try await account(site)
    _ = try await SecondFactorPageTests.enrolApp(
      site, thief, posting: Posting(locale: nil) { Outbox.link($0) })
    let browser = TestBrowser(site)
    let page = await browser.open(try #require(site.outbox.mails.last).link)
    #expect(page.html.contains("A second step was added to your account"))
    let done = await browser.submit(try #require(page.forms.first))
    #expect(done.html.contains("The second step is gone"))
    let account = try #require(try await site.everybody().first)
    #expect(account.secondFactors.isEmpty)
    #expect(try await site.accounts.sessions(of: account.id).isEmpty)
  }

  @Test(
    "who asks for mail without end is told to wait, whether an account has the address or not: R43, R29",
    arguments: [maria, "nobody@example.com"])
  func tooManyMails(email: String) async throws {
    let site = try TestSite { _, policy in policy.limits = .standard }
    _ = try await account(site)
    let browser = TestBrowser(site)
    browser.peer = "198.51.100.1"
    let form = try #require(await browser.open("/forgot").forms.first)
    var statuses: [Int] = []
    for _ in 0..<100 where statuses.last != 429 {
      statuses.append(await browser.submit(form, ["email": email]).status)
    }
    #expect(statuses.last == 429)
    #expect(site.outbox.mails.count == (email == Self.maria ? statuses.count - 1 : 0))
  }

  @Test("asks for a new password by mail and never says who has an account: R29")
  func forgotten() async throws {
    let site = try TestSite()
    _ = try await account(site)
    let browser = TestBrowser(site)
    #expect(await browser.open("/signin").html.contains("href=\"/forgot\""))
    let form = try #require(await browser.open("/forgot").forms.first)
    #expect(await browser.submit(form, ["email": "nonsense"]).status == 400)
    var answers: Set<String> = []
    for email in [Self.maria, "nobody@example.com"] {
      let page = await browser.submit(form, ["email": email])
      #expect(page.status == 200)
      answers.insert(page.html)
    }
    #expect(answers.count == 1)
    #expect(site.outbox.mails.map(\.kind) == [.passwordReset])
    let silent = TestBrowser(try TestSite(sendsMessages: false))
    #expect(await silent.open("/forgot").status == 404)
    #expect(!(await silent.open("/signin").html.contains("/forgot")))
  }
}
