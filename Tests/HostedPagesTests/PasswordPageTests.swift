import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

@Suite("Address and password on the pages")
struct PasswordPageTests {
  private static let maria = [
    "name": "Maria Muster", "email": "maria@example.com", "password": "correct horse",
  ]

  private func signUp(_ browser: TestBrowser, _ values: [String: String] = maria) async throws -> TestPage {
    let form = try #require(await browser.open("/signup").forms.last)
    #expect(form.action == "/signup")
    return await browser.submit(form, values)
  }

  @Test("a wrong password and an unknown address say the same and keep what was typed")
  func wrong() async throws {
    let site = try TestSite()
    _ = try await signUp(TestBrowser(site))
    let browser = TestBrowser(site)
    var texts: Set<String> = []
    for email in ["maria@example.com", "nobody@example.com"] {
      let form = try #require(await browser.open("/signin").forms.last)
      let page = await browser.submit(form, ["email": email, "password": "wrong horse"])
      #expect(page.status == 400)
      #expect(page.html.contains("value=\"\(email)\""))
      #expect(!page.html.contains("wrong horse"))
      texts.insert(page.html.components(between: "role=\"alert\">", and: "</p>").first ?? "")
    }
    #expect(texts == ["Email or password is not right."])
    #expect(browser.cookies["bramley_session"] == nil)
  }

  @Test(
    "a weak password, a bad address and a taken one are told, and nothing is made",
    arguments: [
      ("maria@example.com", "x", "longer or less common"), ("maria", "correct horse", "not an email address"),
      ("taken@example.com", "correct horse", "An account with this address exists"),
    ])
  func refusedSignUp(email: String, password: String, text: String) async throws {
    let site = try TestSite()
    _ = try await signUp(TestBrowser(site), ["email": "taken@example.com", "password": "correct horse"])
    let before = site.store.dump()
    let page = try await signUp(TestBrowser(site), ["email": email, "password": password])
    #expect(page.status == 400)
    #expect(page.html.contains(text))
    #expect(site.store.dump() == before)
  }

  @Test("who guesses is told to wait, in words and with Retry-After; what was typed stays (R43)")
  func tooMany() async throws {
    let site = try TestSite { _, policy in policy.limits = .standard }
    let browser = TestBrowser(site)
    browser.peer = "198.51.100.1"
    let form = try #require(await browser.open("/signin").forms.last)
    var page = await browser.submit(form, ["email": "maria@example.com", "password": "wrong horse"])
    for _ in 0..<10 {
      #expect(page.status == 400)
      page = await browser.submit(form, ["email": "maria@example.com", "password": "wrong horse"])
    }
    #expect(page.status == 429)
    #expect(page.html.contains("value=\"maria@example.com\""))
    #expect(page.html.contains("role=\"alert\""))
    #expect(page.response.headers["retry-after"].flatMap { Int($0) }.map { (1...600).contains($0) } == true)
  }

  @Test("a network that opens pages without end gets a page that says so (R43)")
  func flood() async throws {
    let site = try TestSite { _, policy in policy.limits = .standard }
    let browser = TestBrowser(site)
    browser.peer = "198.51.100.1"
    for _ in 0..<600 { _ = await browser.open("/signin") }
    let page = await browser.open("/signin")
    #expect(page.status == 429)
    #expect(page.html.contains("<h1>"))
  }

  @Test("where passwords are off there is neither form nor page")
  func off() async throws {
    let site = try TestSite { _, policy in policy.allowsPasswords = false }
    let browser = TestBrowser(site)
    #expect(!(await browser.open("/signin").html.contains("type=\"password\"")))
    #expect(await browser.open("/signup").status == 404)
  }

  @Test("makes an account, signs out and in again; Apple's button stands first on both pages")
  func wholeLife() async throws {
    let browser = TestBrowser(try TestSite())
    for path in ["/signin", "/signup"] {
      #expect(await browser.open(path).buttons.first == "Sign in with Apple")
    }
    let account = try await signUp(browser)
    #expect(account.html.contains("Maria Muster"))
    _ = await browser.submit(try #require(account.forms.first { $0.action == "/account/sign-out" }))
    let form = try #require(await browser.open("/signin").forms.last)
    let again = await browser.submit(form, Self.maria)
    #expect(again.html.contains("maria@example.com"))
  }

  /// An account whose address is proven, so that Apple's identity of that address must not simply enter it.
  private func provenAccount(_ site: TestSite) async throws {
    _ = try await signUp(TestBrowser(site))
    let account = try #require(try await site.everybody().first)
    var update = AdministrativeUpdate()
    update.isEmailVerified = true
    _ = try await site.accounts.administer(account.id, update)
  }

  @Test("Apple with the address of a proven account: the password and a consent connect them: R19, R23, R27")
  func connectAfterConflict() async throws {
    let site = try TestSite()
    try await provenAccount(site)
    let browser = TestBrowser(site)
    let page = try await browser.signIn()
    #expect(page.status == 409)
    #expect(browser.cookies["bramley_session"] == nil)
    let form = try #require(page.forms.first)
    let wrong = await browser.submit(
      form, ["email": "maria@example.com", "password": "wrong horse", "consent": "yes"])
    #expect(wrong.status == 400)
    #expect(wrong.html.contains("not right"))
    // Without the consent nothing is connected, and the password alone does not sign in either.
    let silent = await browser.submit(form, ["email": "maria@example.com", "password": "correct horse"])
    #expect(silent.status == 403)
    #expect(browser.cookies["bramley_session"] == nil)
    let retried = try #require(wrong.forms.first)
    let done = await browser.submit(
      retried, ["email": "maria@example.com", "password": "correct horse", "consent": "yes"])
    #expect(done.html.contains("Apple"))
    let account = try #require(try await site.everybody().first)
    #expect(account.providers == [.apple])
    #expect(account.hasPasswordProvider)
    #expect(try await site.accounts.sessions(of: account.id).count == 2, "sign-up's and this one")
  }

  @Test("the account page connects Apple with a consent that is kept word for word: FR-20, R27")
  func connectFromAccount() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let account = try await signUp(browser)
    #expect(account.html.contains("Connect Apple"))
    let form = try #require(await browser.open("/account/connect").forms.first)
    #expect(await browser.submit(form, follows: false).location == "/account/connect", "no consent, no way")
    let toApple = await browser.submit(form, ["consent": "yes"], follows: false)
    let done = await browser.post(fromApple: browser.answer(toApple, as: .hidden))
    #expect(done.html.contains("Apple is connected to your account"))
    let person = try #require(try await site.everybody().first)
    #expect(person.providers == [.apple])
    let token = try #require(browser.cookies["bramley_session"])
    let caller = try await site.accounts.caller(browserToken: token)
    let idToken = try site.accounts.idToken(of: caller).revealText() ?? ""
    let consents = try await site.accounts.consents(idToken: idToken)
    #expect(consents.map(\.text.kind) == ["link"])
    #expect(consents.first?.text.text.contains("Connect my Apple Account") == true)
  }

  @Test("an Apple Account that belongs to somebody else is not moved")
  func taken() async throws {
    let site = try TestSite()
    try await TestBrowser(site).signIn(as: .amir)
    let browser = TestBrowser(site)
    _ = try await signUp(browser)
    let form = try #require(await browser.open("/account/connect").forms.first)
    let toApple = await browser.submit(form, ["consent": "yes"], follows: false)
    let page = await browser.post(fromApple: browser.answer(toApple, as: .amir))
    #expect(page.status == 409)
    #expect(page.html.contains("This Apple Account is in use"))
    #expect(await browser.open("/account").html.contains("maria@example.com"), "the old session lives on")
  }

  @Test("a link whose session ended meanwhile links nobody")
  func linkWithoutSession() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    _ = try await signUp(browser)
    let form = try #require(await browser.open("/account/connect").forms.first)
    let toApple = await browser.submit(form, ["consent": "yes"], follows: false)
    browser.cookies["bramley_session"] = nil
    let page = await browser.post(fromApple: browser.answer(toApple))
    #expect(page.status == 400)
    #expect(try await site.everybody().first?.providers.isEmpty == true)
  }
}
