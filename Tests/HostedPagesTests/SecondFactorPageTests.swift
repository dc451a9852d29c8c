import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

@Suite("Second factors on the pages")
struct SecondFactorPageTests {
  private static let maria = ["email": "maria@example.com", "password": "correct horse"]
  private static let number = "+447700900123"

  /// A person with address and password whose address is proven.
  private func person(_ site: TestSite) async throws -> SignedIn {
    let signedIn = try await site.accounts.signUp(
      email: "maria@example.com", password: Secret(utf8: "correct horse"))
    let issued = try await site.accounts.verificationCode(for: "maria@example.com")
    _ = try await site.accounts.apply(outOfBandCode: issued.code.revealText() ?? "")
    return signedIn
  }

  /// Enrols one-time passwords; the secret is kept where the tests find it.
  static func enrolApp(_ site: TestSite, _ signedIn: SignedIn, posting: Posting? = nil) async throws
    -> SignedIn
  {
    let issued = try await site.accounts.verificationCode(for: "maria@example.com")
    _ = try await site.accounts.apply(outOfBandCode: issued.code.revealText() ?? "")
    let token = signedIn.tokens.idToken.revealText() ?? ""
    let enrolment = try await site.accounts.beginOneTimePasswordEnrolment(idToken: token)
    let key = enrolment.sharedSecret.revealText() ?? ""
    site.outbox.key = key
    return try await site.accounts.finishOneTimePasswordEnrolment(
      idToken: token, sessionInfo: enrolment.sessionInfo.revealText() ?? "",
      password: TestAuthenticator.code(key, site.clock.now()), displayName: nil, posting: posting)
  }

  private func enrolPhone(_ site: TestSite, _ signedIn: SignedIn) async throws {
    let token = signedIn.tokens.idToken.revealText() ?? ""
    let challenge = try await site.accounts.beginPhoneEnrolment(idToken: token, phoneNumber: Self.number)
    _ = try await site.accounts.finishPhoneEnrolment(
      idToken: token, sessionInfo: challenge.sessionInfo.revealText() ?? "",
      code: challenge.code.revealText() ?? "", displayName: nil)
  }

  private func signIn(_ browser: TestBrowser, _ path: String = "/signin") async throws -> TestPage {
    await browser.submit(try #require(await browser.open(path).forms.last), Self.maria)
  }

  private func code(_ site: TestSite) -> String {
    // The next step: the one of the enrolment is used up (RFC 6238 §5.2).
    site.clock.move(.seconds(30))
    return TestAuthenticator.code(site.outbox.key, site.clock.now())
  }

  // MARK: Sign-in

  @Test("the password alone opens nothing; a wrong code is told, and the fifth ends the sign-in")
  func bounded() async throws {
    let site = try TestSite()
    _ = try await Self.enrolApp(site, person(site))
    let browser = TestBrowser(site)
    let page = try await signIn(browser)
    #expect(
      page.html.contains("autocomplete=\"one-time-code\"") && page.html.contains("inputmode=\"numeric\""))
    #expect(browser.cookies["bramley_session"] == nil)
    let form = try #require(page.forms.first)
    for _ in 1...4 {
      let refused = await browser.submit(form, ["code": "000000"])
      #expect(refused.status == 400)
      #expect(refused.html.contains("That code is not right"))
    }
    let fifth = await browser.submit(form, ["code": "000000"])
    #expect(fifth.status == 400)
    #expect(fifth.html.contains("This sign-in cannot go on"))
    #expect(await browser.submit(form, ["code": code(site)]).html.contains("This sign-in cannot go on"))
    #expect(browser.cookies["bramley_session"] == nil)
  }

  @Test("a pending sign-in of another browser is not taken without that browser's form token")
  func anotherBrowser() async throws {
    let site = try TestSite()
    _ = try await Self.enrolApp(site, person(site))
    let form = try #require(try await signIn(TestBrowser(site)).forms.first)
    let thief = TestBrowser(site)
    _ = await thief.open("/signin")
    #expect(await thief.submit(form, ["code": code(site)]).status == 403)
  }

  @Test("the code of the authenticator signs in; used once, it is used: RFC 6238 §5.2")
  func app() async throws {
    let site = try TestSite()
    _ = try await Self.enrolApp(site, person(site))
    let browser = TestBrowser(site)
    let code = code(site)
    let form = try #require(try await signIn(browser).forms.first)
    // Written as apps show it.
    let account = await browser.submit(form, ["code": code.prefix(3) + " " + code.suffix(3)])
    #expect(account.html.contains("maria@example.com"))
    #expect(browser.cookies["bramley_session"] != nil)
    let other = TestBrowser(site)
    let again = try #require(try await signIn(other).forms.first)
    #expect(await other.submit(again, ["code": code]).status == 400)
  }

  @Test("a single telephone gets its message at once; a new one may be asked for, five times at most")
  func phone() async throws {
    let site = try TestSite()
    try await enrolPhone(site, person(site))
    let before = site.outbox.texts.count
    let browser = TestBrowser(site)
    var page = try await signIn(browser)
    #expect(page.html.contains("0123") && !page.html.contains(Self.number), "only the last digits")
    for _ in 2...5 {
      let again = try #require(page.forms.first { $0.action == "/signin/second/use" })
      page = await browser.submit(again)
      #expect(page.status == 200)
    }
    #expect(site.outbox.texts.count == before + 5)
    let form = try #require(page.forms.first { $0.action == "/signin/second" })
    let sixth = await browser.submit(try #require(page.forms.first { $0.action == "/signin/second/use" }))
    #expect(sixth.status == 429)
    #expect(site.outbox.texts.count == before + 5)
    let last = try #require(site.outbox.texts.last)
    #expect(last.number == Self.number)
    #expect(await browser.submit(form, ["code": last.code]).html.contains("maria@example.com"))
  }

  @Test("wrong codes of several messages count together")
  func boundedOverMessages() async throws {
    let site = try TestSite()
    try await enrolPhone(site, person(site))
    let browser = TestBrowser(site)
    var page = try await signIn(browser)
    for round in 1...5 {
      let form = try #require(page.forms.first { $0.action == "/signin/second" })
      let refused = await browser.submit(form, ["code": "000000"])
      #expect(refused.status == 400)
      if round == 5 {
        #expect(refused.html.contains("This sign-in cannot go on"))
      } else if round < 4 {
        page = await browser.submit(try #require(refused.forms.first { $0.action == "/signin/second/use" }))
      }
    }
  }

  @Test("with several factors the person chooses; without JavaScript, by buttons")
  func choice() async throws {
    let site = try TestSite()
    let signedIn = try await Self.enrolApp(site, person(site))
    try await enrolPhone(site, signedIn)
    let before = site.outbox.texts.count
    let browser = TestBrowser(site)
    let page = try await signIn(browser)
    #expect(page.buttons.count == 2 && page.buttons.first == "Authenticator app")
    #expect(site.outbox.texts.count == before, "nothing goes out before it is asked for")
    let asked = await browser.submit(try #require(page.forms.first))
    let form = try #require(asked.forms.first { $0.action == "/signin/second" })
    #expect(await browser.submit(form, ["code": code(site)]).html.contains("maria@example.com"))
  }

  @Test("a client's page flow goes on after the second factor")
  func clientFlow() async throws {
    let site = try TestSite()
    _ = try await Self.enrolApp(site, person(site))
    let verifier = String(repeating: "v", count: 43)
    let query: FormFields = [
      "continue": "http://localhost:3000/back", "state": "s", "code_challenge_method": "S256",
      "code_challenge": Base64URL.encode(SHA256.digest(utf8: verifier).bytes),
    ]
    let browser = TestBrowser(site)
    let page = try await signIn(browser, "/signin?" + query.encoded)
    #expect(page.response.headers["content-security-policy"]?.contains("http://localhost:3000") == true)
    let answer = await browser.submit(try #require(page.forms.first), ["code": code(site)], follows: false)
    #expect(answer.location?.hasPrefix("http://localhost:3000/back?code=") == true)
    let pageCode = answer.locationQuery["code"] ?? ""
    _ = try await site.accounts.redeem(pageCode: pageCode, verifier: verifier)
  }

  @Test("Apple alone does not pass the second factor by")
  func afterApple() async throws {
    let site = try TestSite()
    _ = try await Self.enrolApp(site, person(site))
    let owner = TestBrowser(site)
    _ = await owner.submit(try #require(try await signIn(owner).forms.first), ["code": code(site)])
    let form = try #require(await owner.open("/account/connect").forms.first)
    let toApple = await owner.submit(form, ["consent": "yes"], follows: false)
    _ = await owner.post(fromApple: owner.answer(toApple, as: .maria))
    let browser = TestBrowser(site)
    let page = try await browser.signIn()
    #expect(page.html.contains("Second step"))
    #expect(browser.cookies["bramley_session"] == nil)
    let done = await browser.submit(try #require(page.forms.first), ["code": code(site)])
    #expect(done.html.contains("maria@example.com"))
  }

  @Test("connecting Apple by password after a conflict asks for the second factor, then connects: R19, R27")
  func connect() async throws {
    let site = try TestSite()
    _ = try await Self.enrolApp(site, person(site))
    let browser = TestBrowser(site)
    let conflict = try await browser.signIn()
    #expect(conflict.status == 409)
    let asked = await browser.submit(
      try #require(conflict.forms.first), Self.maria.merging(["consent": "yes"]) { $1 })
    #expect(asked.html.contains("Second step"))
    #expect(try await site.everybody().first?.providers.isEmpty == true)
    _ = await browser.submit(try #require(asked.forms.first), ["code": code(site)])
    #expect(try await site.everybody().first?.providers == [.apple])
  }

  // MARK: Enrolment

  /// Signed in to the pages with a proven address.
  private func signedIn(_ site: TestSite) async throws -> TestBrowser {
    _ = try await person(site)
    let browser = TestBrowser(site)
    _ = try await signIn(browser)
    return browser
  }

  @Test("an address that is not proven gets no second factor, but the mail that proves it")
  func unverified() async throws {
    let site = try TestSite()
    _ = try await site.accounts.signUp(
      email: "maria@example.com", password: Secret(utf8: "correct horse"))
    let browser = TestBrowser(site)
    _ = try await signIn(browser)
    let page = await browser.open("/account/ways")
    #expect(!page.buttons.contains("Add an authenticator app"))
    let form = try #require(page.forms.first { $0.action == "/account/verify" })
    #expect(await browser.submit(form).html.contains("A mail with a link is on its way"))
    let mail = try #require(site.outbox.mails.last)
    _ = await browser.submit(try #require(await browser.open(mail.link).forms.first))
    #expect(await browser.open("/account/ways").buttons.contains("Add an authenticator app"))
  }

  @Test("enrols an authenticator; a wrong code shows the same key again; the owner is told by mail")
  func enrolApp() async throws {
    let site = try TestSite()
    let browser = try await signedIn(site)
    let begin = try #require(
      await browser.open("/account/ways").forms.first { $0.action == "/account/factors/app" })
    let page = await browser.submit(begin)
    let form = try #require(page.forms.first)
    let key = try #require(form.fields["key"])
    #expect(page.html.contains("otpauth://totp/Pear%20Notes:maria%40example.com?secret=\(key)"))
    // The code is drawn in the page: nothing is asked for it elsewhere, and no script draws it.
    #expect(
      page.html.contains("<svg role=\"img\"") && page.html.contains("<path fill=\"#000\" d=\"M4 4h7v1h-7z"))
    #expect(!page.html.contains("<img") && !page.html.contains("<script"))
    let wrong = await browser.submit(form, ["code": "000000"])
    #expect(wrong.status == 400)
    #expect(wrong.forms.first?.fields["key"] == key)
    let done = await browser.submit(
      try #require(wrong.forms.first), ["code": TestAuthenticator.code(key, site.clock.now())])
    #expect(done.html.contains("The second step is set up"))
    #expect(try await site.everybody().first?.secondFactors.count == 1)
    let mail = try #require(site.outbox.mails.last)
    #expect(mail.kind == .secondFactorEnrolled)
    let page2 = await TestBrowser(site).open(mail.link)
    #expect(page2.html.contains("Undo the second step?"))
    #expect(try await site.accounts.sessions(of: try #require(await site.everybody().first).id).count == 2)
  }

  @Test(
    "a number that is none is told, and nothing is sent",
    arguments: ["", "0049 151 23", "+44 77x", "<script>", "+"])
  func badNumber(number: String) async throws {
    let site = try TestSite()
    let browser = try await signedIn(site)
    let form = try #require(await browser.open("/account/factors/phone").forms.first)
    let refused = await browser.submit(form, ["number": number])
    #expect(refused.status == 400)
    #expect(refused.html.contains("not a telephone number"))
    #expect(!refused.html.contains("<script>"))
    #expect(site.outbox.texts.isEmpty)
  }

  @Test("enrols a telephone, written as people write numbers, and takes it off again")
  func enrolPhone() async throws {
    let site = try TestSite()
    let browser = try await signedIn(site)
    let form = try #require(await browser.open("/account/factors/phone").forms.first)
    let page = await browser.submit(form, ["number": "+44 (7700) 900-123"])
    let text = try #require(site.outbox.texts.last)
    #expect(text.number == Self.number)
    let wrong = await browser.submit(
      try #require(page.forms.first), ["code": text.code == "000000" ? "111111" : "000000"])
    #expect(wrong.status == 400)
    let done = await browser.submit(try #require(wrong.forms.first), ["code": text.code])
    #expect(done.html.contains("The second step is set up"))
    #expect(done.html.contains(Self.number), "its owner sees the whole number")
    let factor = try #require(try await site.everybody().first?.secondFactors.first)
    let question = await browser.open("/account/factors/remove?id=\(factor.id)")
    #expect(try await site.everybody().first?.secondFactors.count == 1, "a GET takes nothing off")
    let gone = await browser.submit(try #require(question.forms.first))
    #expect(gone.html.contains("The second step is removed"))
    #expect(try await site.everybody().first?.secondFactors.isEmpty == true)
  }

  @Test("an old sign-in is renewed before anything about second factors changes: R28")
  func oldSignIn() async throws {
    let site = try TestSite()
    let browser = try await signedIn(site)
    let begin = try #require(
      await browser.open("/account/ways").forms.first { $0.action == "/account/factors/app" })
    site.clock.move(.seconds(301))
    #expect(await browser.open("/account/factors/phone").html.contains("Please sign in once more"))
    let asked = await browser.submit(begin)
    #expect(asked.html.contains("Please sign in once more"))
    let form = try #require(asked.forms.first { $0.action == "/account/confirm/password" })
    let wrong = await browser.submit(form, ["password": "wrong horse"])
    #expect(wrong.status == 400)
    #expect(wrong.html.contains("not right"))
    let back = await browser.submit(form, ["password": "correct horse"])
    #expect(back.buttons.contains("Add an authenticator app"))
  }
}
