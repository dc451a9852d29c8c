import Accounts
import BramleyHTTP
import Testing

@testable import HostedPages

@Suite("Sessions on the account page")
struct SessionListTests {
  @Test("lists devices and ends all others, not this one")
  func endOthers() async throws {
    let site = try TestSite()
    let elsewhere = TestBrowser(site)
    try await elsewhere.signIn()
    let browser = TestBrowser(site)
    let page = try await browser.signIn()
    #expect(page.html.contains("This browser"))
    #expect(page.buttons == ["Sign out", "End", "End all other sessions"])
    let form = try #require(page.forms.first { $0.action == "/account/end-others" })
    let after = await browser.submit(form)
    #expect(after.html.contains("You are signed out everywhere else"))
    #expect(!after.html.contains("End all other sessions"))
    #expect(!(await elsewhere.open("/account").html.contains("maria@example.com")))
  }

  @Test("ends one session, and none of somebody else's")
  func endOne() async throws {
    let site = try TestSite()
    let stranger = TestBrowser(site)
    try await stranger.signIn(as: .amir)
    let (first, second, browser) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
    try await first.signIn()
    try await second.signIn()
    let page = try await browser.signIn()
    let forms = page.forms.filter { $0.action == "/account/end-session" }
    #expect(forms.count == 2)
    let form = try #require(forms.first)
    let foreign = try await site.accounts.caller(
      browserToken: try #require(stranger.cookies["bramley_session"]))
    for sid in [foreign.session.id.text, "0", "x", ""] {
      _ = await browser.submit(form, ["sid": sid])
    }
    #expect(await stranger.open("/account").html.contains("amir@example.com"))
    #expect(await browser.submit(form).html.contains("That session is ended"))
    let alive = [await first.open("/account"), await second.open("/account"), await browser.open("/account")]
    #expect(alive.count { $0.html.contains("maria@example.com") } == 2)
    #expect(alive[2].html.contains("maria@example.com"))
  }

  @Test(
    "names browser and system of a User-Agent",
    arguments: [
      ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari · iPhone"),
      ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge · Windows"),
      ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", "Firefox · Linux"), ("curl/8.0", nil),
      ("", nil),
    ] as [(String, String?)])
  func deviceName(userAgent: String, expected: String?) {
    #expect(DeviceName(userAgent: userAgent)?.text == expected)
  }
}
