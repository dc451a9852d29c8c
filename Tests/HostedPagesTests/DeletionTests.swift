import Accounts
import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

@Suite("Deletion on the pages")
struct DeletionTests {
  @Test("a GET deletes nothing")
  func getDeletesNothing() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    try await browser.signIn()
    let page = await browser.open("/account/delete")
    #expect(page.html.contains("This cannot be undone"))
    #expect(page.html.contains("gives up its access to your Apple Account"))
    #expect(try await site.everybody().count == 1)
  }

  @Test("an old sign-in is renewed first, and nothing is deleted by that: R28")
  func reauthentication() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    try await browser.signIn()
    let early = await browser.open("/account/delete")
    site.clock.move(.seconds(301))
    // The button of a page that stood open for too long leads to the proof.
    let refused = await browser.submit(try #require(early.forms.first))
    #expect(refused.html.contains("please sign in once more"))
    #expect(refused.buttons == ["Sign in with Apple"])
    #expect(try await site.everybody().count == 1)

    let toApple = await browser.submit(try #require(refused.forms.first), follows: false)
    let renewed = await browser.post(fromApple: browser.answer(toApple))
    #expect(renewed.buttons == ["Delete account"])
    #expect(try await site.everybody().count == 1)
    let done = await browser.submit(try #require(renewed.forms.first))
    #expect(done.html.contains("Your account is deleted"))
    #expect(try await site.everybody().isEmpty)
  }

  @Test(
    "another person's proof renews nothing, makes no account and opens no session", arguments: [true, false])
  func anotherPerson(isKnown: Bool) async throws {
    let site = try TestSite()
    if isKnown { try await TestBrowser(site).signIn(as: .amir) }
    let browser = TestBrowser(site)
    try await browser.signIn()
    site.clock.move(.seconds(301))
    let confirm = await browser.open("/account/delete")
    let toApple = await browser.submit(try #require(confirm.forms.first), follows: false)
    let before = try await site.everybody().count
    let page = await browser.post(fromApple: browser.answer(toApple, as: .amir))
    #expect(page.status == 403)
    #expect(page.html.contains("That was another account"))
    #expect(try await site.everybody().count == before)
    #expect(await browser.open("/account").html.contains("maria@example.com"))
    #expect(await browser.open("/account/delete").buttons == ["Sign in with Apple"])
  }

  @Test("breaking off the proof leads back to the page, and nothing is deleted: FR-21")
  func cancelled() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    try await browser.signIn()
    site.clock.move(.seconds(301))
    let confirm = await browser.open("/account/delete")
    let toApple = await browser.submit(try #require(confirm.forms.first), follows: false)
    let page = await browser.post(
      fromApple: ["state": toApple.locationQuery["state"] ?? "", "error": "user_cancelled_authorize"])
    #expect(page.html.contains("Delete your account?"))
    #expect(try await site.everybody().count == 1)
  }

  @Test("deletes the account, ends every session, and says so")
  func deletes() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let elsewhere = TestBrowser(site)
    try await elsewhere.signIn()
    try await browser.signIn()
    let page = await browser.open("/account/delete")
    #expect(page.buttons == ["Delete account"])
    let done = await browser.submit(try #require(page.forms.first))
    #expect(done.status == 200)
    #expect(done.html.contains("Your account is deleted"))
    #expect(!done.html.contains("maria@example.com"))
    #expect(browser.cookies["bramley_session"] == nil)
    #expect(try await site.everybody().isEmpty)
    #expect(!(await elsewhere.open("/account").html.contains("maria@example.com")))
    // The person may start anew.
    #expect(try await browser.signIn().html.contains("maria@example.com"))
  }
}
