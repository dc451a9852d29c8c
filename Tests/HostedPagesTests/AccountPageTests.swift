import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

@Suite("The account page")
struct AccountPageTests {
  @Test("who is not signed in sees no account and comes back after signing in: FR-19")
  func signedOut() async throws {
    let browser = TestBrowser(try TestSite())
    for path in ["/account", "/account/delete"] {
      let page = await browser.open(path, follows: false)
      #expect(page.status == 303)
      #expect(page.location == "/signin?return=" + PercentEncoding.encode(path))
    }
  }

  @Test("a cookie of an ended session, of another service or of nobody opens nothing", arguments: [0, 1, 2])
  func badCookie(_ kind: Int) async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    switch kind {
    case 0:
      try await browser.signIn()
      let account = try #require(try await site.everybody().first)
      try await site.accounts.endSessions(of: account.id)
    case 1:
      let other = TestBrowser(try TestSite())
      try await other.signIn()
      browser.cookies = other.cookies
    default: browser.cookies["bramley_session"] = "nonsense"
    }
    let page = await browser.open("/account")
    #expect(!page.html.contains("maria@example.com"))
    #expect(page.html.contains("Your session has ended"))
    #expect(browser.cookies["bramley_session"] == nil, "the cookie is taken away")
  }

  @Test("shows name, address, provider and time of sign-in, with Sign out and Delete account")
  func shows() async throws {
    let page = try await TestBrowser(TestSite()).signIn()
    #expect(page.status == 200)
    for text in ["Maria Muster", "maria@example.com", "Apple", "2027-01-15 08:00 UTC", "Delete account"] {
      #expect(page.html.contains(text))
    }
    #expect(page.buttons.first == "Sign out")
    #expect(!page.html.contains("Private address"))
  }

  @Test("marks a relay address as private")
  func relay() async throws {
    let page = try await TestBrowser(TestSite()).signIn(as: .hidden)
    #expect(page.html.contains("a1b2c3d4e5@privaterelay.appleid.com"))
    #expect(page.html.contains("Private address"))
    #expect(page.html.contains("forwards the mail of"))
  }

  @Test("a name with markup is shown as text")
  func hostileName() async throws {
    var person = TestApple.Person.maria
    person.user = #"{"name":{"firstName":"<script>alert(1)</script>","lastName":"\"'&"}}"#
    let page = try await TestBrowser(TestSite()).signIn(as: person)
    #expect(!page.html.contains("<script"))
    #expect(page.html.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;&#39;&amp;"))
  }

  @Test("signing out ends the session, not only the cookie")
  func signOut() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    try await browser.signIn()
    let stolen = browser.cookies
    let form = try #require(await browser.open("/account").forms.first)
    let page = await browser.submit(form)
    #expect(page.html.contains("You are signed out"))
    browser.cookies = stolen
    #expect(!(await browser.open("/account").html.contains("maria@example.com")))
    #expect(try await site.everybody().count == 1)
  }

  @Test("signing in anew ends the session that the browser had")
  func sessionReplaced() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    try await browser.signIn()
    let former = browser.cookies
    let page = await browser.open("/signin?continue=http://localhost/x")
    #expect(page.status == 400)
    // The sign-in page itself goes on to the account; a flow begun before ends there as well.
    let second = TestBrowser(site)
    second.cookies = former
    second.cookies["bramley_session"] = nil
    let toApple = try await second.pressApple()
    second.cookies = former
    _ = await second.post(fromApple: second.answer(toApple))
    #expect(second.cookies["bramley_session"] != former["bramley_session"])
    browser.cookies = former
    #expect(!(await browser.open("/account").html.contains("maria@example.com")))
  }

  @Test("an address or form that does not exist is a page, and wrong methods do nothing")
  func notFound() async throws {
    let site = try TestSite()
    let response = site.pages.notFound(HTTPRequest(method: .get, path: "/x", headers: ["host": "localhost"]))
    #expect(response.status == 404)
    #expect(TestPage(response).html.contains("Page not found"))
  }
}
