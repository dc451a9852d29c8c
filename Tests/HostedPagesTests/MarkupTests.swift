import _Markup
import BramleyHTTP
import Phrases
import Testing

@testable import HostedPages

@Suite("Markup and addresses of the pages")
struct MarkupTests {
  @Test("everything that is filled in is escaped, in content and attributes")
  func escaping() {
    let hostile = "<a href=\"x\" onclick='y'>&\u{0}"
    let html: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
    let safe = "&lt;a href=&quot;x&quot; onclick=&#39;y&#39;&gt;&amp;\u{fffd}"
    #expect(html.markup == "<p title=\"\(safe)\">\(safe)</p>")
  }

  @Test("markup of ours stays markup, and a phrase isolates what fills its holes: FR-62")
  func phrases() {
    let html: HTML = "<b>\(HTML.phrase(.pageSignInTitle, .english, ["app": "<i>"]))</b>"
    #expect(html.markup == "<b>Sign in to <bdi>&lt;i&gt;</bdi></b>")
  }

  @Test(
    "only paths of ours are returned to",
    arguments: [
      "//evil.example", "/\\evil.example", "https://evil.example", "account", "", "/a b", "/a\u{9}b", "/ä",
      "/a\\b", "javascript:alert(1)",
    ])
  func foreignPath(text: String) { #expect(LocalPath.checked(text) == nil) }

  @Test("a path of ours is returned to with its query")
  func ownPath() { #expect(LocalPath.checked("/account/delete?x=1") == "/account/delete?x=1") }

  @Test(
    "an address that browsers could read in two ways is none",
    arguments: [
      "http://localhost@evil.example/", "http:\\\\localhost/", "http://localhost\\.evil.example", "http:///x",
      "http://[::1", "http://local host/", "ftp://localhost/", "//localhost/", "http://localhost:99999/",
      "http://löcalhost/",
    ])
  func ambiguousAddress(text: String) { #expect(WebAddress(text) == nil) }

  @Test(
    "origins are compared without default ports and in lower case",
    arguments: [
      ("HTTP://LocalHost:80/x", "http://localhost"), ("https://a.example:443", "https://a.example"),
      ("http://[::1]:3000/?a", "http://[::1]:3000"), ("https://a.example?b", "https://a.example"),
    ])
  func origin(text: String, origin: String) { #expect(WebAddress(text)?.origin == origin) }

  @Test("every language has a sign-in page in its own direction: FR-62", arguments: Language.all.map(\.tag))
  func languages(tag: String) async throws {
    let browser = TestBrowser(try TestSite())
    browser.language = tag
    let language = try #require(Language(tag: tag))
    let page = try await browser.signIn()
    #expect(page.html.contains("<html lang=\"\(tag)\" dir=\"\(language.direction.rawValue)\">"))
    #expect(page.html.contains("<bdi dir=\"ltr\">maria@example.com</bdi>"))
    for key in PhraseKey.allCases where key.rawValue.hasPrefix("page.") {
      #expect(Phrases.text(key, in: language) != key.rawValue)
    }
  }

  @Test("pages forbid framing, sniffing and caching, and load only what is ours")
  func policy() async throws {
    let page = await TestBrowser(try TestSite()).open("/")
    #expect(
      page.response.headers["content-security-policy"]
        == "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; "
        + "frame-ancestors 'none'; form-action 'self' https://appleid.apple.com https://account.apple.com")
    #expect(page.response.headers["cache-control"] == "no-store")
    #expect(page.response.headers["x-content-type-options"] == "nosniff")
    #expect(page.response.headers["referrer-policy"] == "same-origin")
    #expect(!page.html.contains(" style=") && !page.html.contains("<style"))
  }
}
