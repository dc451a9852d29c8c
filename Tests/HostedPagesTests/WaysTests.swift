import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

@Suite("Ways to sign in on the account page")
struct WaysTests {
  private static let maria = ["email": "maria@example.com", "password": "correct horse"]

  /// Signed in by password, with Apple connected.
  private func both(_ site: TestSite) async throws -> TestBrowser {
    let browser = TestBrowser(site)
    _ = await browser.submit(try #require(await browser.open("/signup").forms.last), Self.maria)
    let form = try #require(await browser.open("/account/connect").forms.first)
    let toApple = await browser.submit(form, ["consent": "yes"], follows: false)
    _ = await browser.post(fromApple: browser.answer(toApple, as: .hidden))
    return browser
  }

  @Test("a GET removes nothing, and the last way in is never removed")
  func lastWay() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    try await browser.signIn()
    let page = await browser.open("/account/unlink?provider=apple.com")
    #expect(page.html.contains("This is your only way to sign in"))
    #expect(page.forms.isEmpty)
    let token = try #require(await browser.open("/account").forms.first?.fields["token"])
    let form = TestPage.Form(action: "/account/unlink", fields: ["token": token, "provider": "apple.com"])
    _ = await browser.submit(form)
    #expect(try await site.everybody().first?.providers == [.apple])
  }

  @Test(
    "a way that is not there is not removed, whatever it is called",
    arguments: ["google.com", "", "phone", "<script>", "anonymous"])
  func unknownWay(provider: String) async throws {
    let site = try TestSite()
    let browser = try await both(site)
    let before = site.store.dump()
    let form = try #require(await browser.open("/account/unlink?provider=apple.com").forms.first)
    let page = await browser.submit(form, ["provider": provider])
    #expect(page.html.contains("Ways to sign in"))
    #expect(site.store.dump() == before)
  }

  @Test("removing Apple says that the app gives up its access, and the grant is revoked by a job: R26a")
  func unlinkApple() async throws {
    let site = try TestSite()
    let browser = try await both(site)
    let question = await browser.open("/account/unlink?provider=apple.com")
    #expect(question.html.contains("You can then no longer sign in with <bdi>Apple</bdi>"))
    #expect(question.html.contains("gives up its access to your Apple Account"))
    let done = await browser.submit(try #require(question.forms.first))
    #expect(done.html.contains("This way to sign in is removed"))
    let account = try #require(try await site.everybody().first)
    #expect(account.providers.isEmpty && account.passwordHash != nil)
    #expect(done.html.contains("Connect Apple"))
  }

  @Test("removing the password keeps the address, ends other sessions and keeps this browser signed in: A33")
  func removePassword() async throws {
    let site = try TestSite()
    let browser = try await both(site)
    let other = TestBrowser(site)
    _ = await other.submit(try #require(await other.open("/signin").forms.last), Self.maria)
    let question = await browser.open("/account/unlink?provider=password")
    let done = await browser.submit(try #require(question.forms.first))
    #expect(done.html.contains("This way to sign in is removed"))
    let account = try #require(try await site.everybody().first)
    #expect(account.passwordHash == nil && account.email == "maria@example.com")
    #expect(await other.open("/account").html.contains("Your session has ended"))
  }

  @Test("an old sign-in is renewed by password before anything is removed or set: R28")
  func oldSignIn() async throws {
    let site = try TestSite()
    let browser = try await both(site)
    let open = await browser.open("/account/unlink?provider=apple.com")
    site.clock.move(.seconds(301))
    #expect(await browser.open("/account/password").html.contains("Please sign in once more"))
    let asked = await browser.submit(try #require(open.forms.first))
    #expect(asked.html.contains("Please sign in once more"))
    #expect(try await site.everybody().first?.providers == [.apple])
    let form = try #require(asked.forms.first { $0.action == "/account/confirm/password" })
    #expect(form.fields["email"] == nil, "only the account's own address counts")
    let back = await browser.submit(form, ["password": "correct horse"])
    #expect(back.html.contains("Remove <bdi>Apple</bdi>?"))
  }

  @Test("a password is changed by typing it twice; every other session ends: A33")
  func changePassword() async throws {
    let site = try TestSite()
    let browser = try await both(site)
    let other = TestBrowser(site)
    _ = await other.submit(try #require(await other.open("/signin").forms.last), Self.maria)
    let form = try #require(await browser.open("/account/password").forms.first)
    for (first, second, text) in [("one", "two", "not the same"), ("x", "x", "longer or less common")] {
      let refused = await browser.submit(form, ["password": first, "repeated": second])
      #expect(refused.status == 400)
      #expect(refused.html.contains(text))
    }
    let done = await browser.submit(form, ["password": "battery staple", "repeated": "battery staple"])
    #expect(done.html.contains("Your password is saved"))
    #expect(await other.open("/account").html.contains("Your session has ended"))
    let again = try #require(await other.open("/signin").forms.last)
    let signedIn = await other.submit(again, ["email": "maria@example.com", "password": "battery staple"])
    #expect(signedIn.html.contains("maria@example.com"))
  }

  @Test("who hides the address behind Apple's relay is offered no password for it")
  func relayAddress() async throws {
    let browser = TestBrowser(try TestSite())
    try await browser.signIn(as: .hidden)
    #expect(!(await browser.open("/account/ways").html.contains("/account/password")))
    #expect(await browser.open("/account/password").html.contains("Ways to sign in"))
  }

  @Test("a password-only account renews an old sign-in by its password, and deletes itself: R28")
  func deletionByPassword() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    _ = await browser.submit(try #require(await browser.open("/signup").forms.last), Self.maria)
    site.clock.move(.seconds(301))
    let page = await browser.open("/account/delete")
    let form = try #require(page.forms.first)
    #expect(form.action == "/account/confirm/password")
    #expect(await browser.submit(form, ["password": "wrong horse"]).status == 400)
    let renewed = await browser.submit(form, ["password": "correct horse"])
    #expect(renewed.buttons == ["Delete account"])
    #expect(await browser.submit(try #require(renewed.forms.first)).html.contains("Your account is deleted"))
    #expect(try await site.everybody().isEmpty)
  }
}
