import Accounts
import BramleyCrypto
import BramleyHTTP
import HostedPages
import InMemoryAccountStore
import Testing

@Suite("Handler for other providers and for Android")
struct OtherProviderTests {
  private func site(_ isDevelopment: Bool = true) throws -> TestSite {
    try TestSite { configuration, _ in
      configuration.takesOtherProviders = isDevelopment
      configuration.allowsLoopbackContinue = isDevelopment
      configuration.authorizedDomains = ["app.example"]
      configuration.androidPackages = ["com.example.listed"]
    }
  }

  private static func path(_ changes: [String: String]) -> String {
    let values = [
      "apiKey": "key", "appName": "[DEFAULT]", "authType": "signInViaPopup", "v": "11.0.0",
      "eventId": "1234567890", "providerId": "google.com", "redirectUrl": "https://app.example/",
    ].merging(changes) { $1 }
    var fields = FormFields()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { fields.add(name, value) }
    return "/emulator/auth/handler?" + fields.encoded
  }

  @Test("serve has no such page: R46")
  func serve() async throws {
    let browser = TestBrowser(try site(false))
    #expect(await browser.open(Self.path([:])).status == 501)
    let form = TestPage.Form(action: "/__/auth/other", fields: [:])
    #expect(await browser.submit(form).status == 404)
  }

  @Test("a page elsewhere gets nothing, also when the form is bent: R38")
  func foreignPage() async throws {
    let browser = TestBrowser(try site())
    #expect(await browser.open(Self.path(["redirectUrl": "https://evil.example/"])).status == 403)
    let form = try #require(await browser.open(Self.path([:])).forms.last)
    let bent = Self.path(["redirectUrl": "https://evil.example/"]).split(separator: "?").last ?? ""
    let page = await browser.submit(form, ["request": String(bent), "email": "a@example.com"])
    #expect(page.status == 400)
    #expect(!page.html.contains("id_token"))
  }

  @Test("has the title, the function and the identifiers that suites look for: wire 7.5")
  func identifiers() async throws {
    let page = await TestBrowser(try site()).open(Self.path([:]))
    #expect(page.html.contains("<title>Auth Emulator"))
    #expect(page.html.contains("window.toggleForm"))
    #expect(page.html.contains("class=\"js-new-account\""))
    for id in [
      "sign-in", "email-input", "display-name-input", "screen-name-input", "profile-photo-input",
      "accounts-list",
    ] { #expect(page.html.contains("id=\"\(id)\"")) }
  }

  @Test("makes a person up, who can be chosen again; markup in a name stays text: R46")
  func madeUp() async throws {
    let site = try site()
    let browser = TestBrowser(site)
    let form = try #require(await browser.open(Self.path([:])).forms.last)
    let page = await browser.submit(
      form, ["email": "zoe@example.com", "displayName": "</script><b>Zoë"])
    #expect(!page.html.contains("</script><b>"))
    let token = try #require(
      page.html.components(between: "id_token=", and: "\"").first.flatMap {
        FormFields(parsing: "t=" + $0.replacing("\\u0026", with: "&"))?["t"]
      })
    let outcome = try await site.accounts.signIn(with: .madeUp(provider: .google, token: token))
    guard case .signedIn(let signedIn) = outcome else {
      Issue.record("not signed in")
      return
    }
    #expect(signedIn.account.email == "zoe@example.com")
    let again = await browser.open(Self.path([:]))
    let known = try #require(again.forms.first)
    #expect(known.fields["sub"] == signedIn.account.identity(of: .google)?.subject)
    #expect(!again.html.contains("<b>Zo"))
  }

  @Test(
    "an Android app that is not listed, or whose name would bend the intent, gets nothing",
    arguments: ["com.example.other", "com.example;S.x=y", "app", "", "com.example.listed;end"])
  func foreignPackage(package: String) async throws {
    let page = await TestBrowser(try site(false)).open(
      Self.path([
        "apn": package, "authType": "signInWithRedirect", "providerId": "apple.com",
        "sessionId": String(repeating: "ab", count: 32),
      ]), follows: false)
    #expect(page.status == 403)
    #expect(page.location == nil)
  }

  @Test("a listed Android app is opened by an intent with a handle: wire 7.3")
  func android() async throws {
    let site = try site(false)
    let browser = TestBrowser(site)
    let toApple = await browser.open(
      Self.path([
        "apn": "com.example.listed", "authType": "signInWithRedirect", "providerId": "apple.com",
        "sessionId": SHA256.digest(utf8: "ABCDEFGHIJ").hex,
      ]), follows: false)
    let page = await browser.post(fromApple: browser.answer(toApple))
    let location = try #require(page.location)
    #expect(
      location.hasPrefix("intent://firebase.auth/#Intent;scheme=genericidp;package=com.example.listed;"))
    #expect(location.contains(";S.authType=signInWithRedirect;S.eventId=1234567890;S.link=http%3A%2F%2F"))
    #expect(
      location.hasSuffix(
        ";B.encryptionEnabled=false;S.browser_fallback_url=http%3A%2F%2Flocalhost%3A9099%2F;end;"))
    #expect(!location.contains("eyJ"), "Apple's token stays here")
  }
}
