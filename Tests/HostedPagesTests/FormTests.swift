import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

/// How a request came, and the reason that the log names.
struct FormCase: CustomTestStringConvertible {
  let name: String
  let headers: [String: String?]
  let reason: String
  var status = 403
  var testDescription: String { name }
}

@Suite("Forms of the pages")
struct FormTests {
  static let foreign: [FormCase] = [
    FormCase(name: "another site", headers: ["sec-fetch-site": "cross-site"], reason: "another site"),
    FormCase(name: "a sibling host", headers: ["sec-fetch-site": "same-site"], reason: "another site"),
    FormCase(
      name: "another origin, old browser",
      headers: ["origin": "https://evil.example", "sec-fetch-site": nil],
      reason: "another site"),
    FormCase(
      name: "an opaque origin", headers: ["origin": "null", "sec-fetch-site": nil], reason: "another site"),
    FormCase(name: "nothing said", headers: ["origin": nil, "sec-fetch-site": nil], reason: "no origin"),
    FormCase(
      name: "another name of ours", headers: ["origin": "http://127.0.0.1:9099"],
      reason: "another name of the service"),
    FormCase(name: "not a form", headers: ["content-type": "text/plain"], reason: "not a form", status: 400),
  ]

  @Test("a form that another page could have sent does nothing", arguments: foreign)
  func refused(_ example: FormCase) async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    try await browser.signIn()
    let before = site.store.dump()
    for path in [
      "/account/sign-out", "/account/delete", "/account/confirm", "/signin/apple", "/signin/password",
    ] {
      let form = try #require(await browser.open("/account").forms.first)
      let page = await browser.submit(
        TestPage.Form(action: path, fields: form.fields), headers: example.headers)
      #expect(page.status == example.status)
      #expect(site.log.last == "page \(path): form refused: \(example.reason)")
    }
    #expect(site.store.dump() == before)
  }

  @Test("a token is another browser's, from before the sign-in, wrong or missing: nothing happens")
  func token() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let early = try #require(await browser.open("/").forms.first?.fields["token"])
    try await browser.signIn()
    let other = TestBrowser(site)
    try await other.signIn(as: .amir)
    let others = try #require(await other.open("/account").forms.first?.fields["token"])
    for token in [early, others, "", "x"] {
      let page = await browser.submit(TestPage.Form(action: "/account/delete", fields: ["token": token]))
      #expect(page.status == 403)
      #expect(page.html.contains("This page is out of date"))
    }
    let bare = await browser.submit(TestPage.Form(action: "/account/delete", fields: [:]))
    #expect(bare.status == 403)
    #expect(try await site.everybody().count == 2)
  }

  @Test("a browser without cookies is told so")
  func noCookies() async throws {
    let site = try TestSite()
    let browser = TestBrowser(site)
    let form = try #require(await browser.open("/").forms.first)
    browser.cookies = [:]
    let page = await browser.submit(form)
    #expect(page.status == 403)
    #expect(page.html.contains("cookies are switched off"))
  }

  @Test("either of Origin and Sec-Fetch-Site is enough")
  func oldAndNewBrowsers() async throws {
    let browser = TestBrowser(try TestSite())
    let form = try #require(await browser.open("/").forms.first)
    #expect(await browser.submit(form, follows: false, headers: ["sec-fetch-site": nil]).status == 303)
    #expect(await browser.submit(form, follows: false, headers: ["origin": nil]).status == 303)
  }
}
