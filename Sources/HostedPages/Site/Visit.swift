import Accounts
import BramleyHTTP
import Phrases

/// A request as the pages see it: whose browser, which language, which address.
struct Visit: Sendable {
  let request: HTTPRequest
  let address: ServiceAddress
  var language: Language
  /// The browser's own secret; made now when it brought none.
  let browser: BrowserKey
  /// The token of the signed-in session that the browser brought, not checked yet.
  let sessionToken: String?
  /// Whether answers may set cookies.
  let keepsCookies: Bool

  /// The query's fields; a broken query counts as none.
  var query: FormFields { FormFields(parsing: request.query) ?? [:] }

  /// What the account's owner may later recognise this browser by; messages are in the page's language.
  var client: ClientFacts {
    ClientFacts(
      address: request.peer, isLimited: true, network: request.network,
      userAgent: request.headers["user-agent"], locale: language.tag)
  }

  /// The same for a link: our own pages are clients of ours, so it needs the consent (R27).
  var ownClient: ClientFacts {
    var facts = client
    facts.clientVersion = "BramleyAuth/pages"
    return facts
  }

  /// The same visit in a language that a link or form names; unknown ones change nothing.
  func speaking(_ tag: String?) -> Visit {
    guard let tag, !tag.isEmpty, tag.utf8.count <= 35 else { return self }
    let wished = Language.negotiated(acceptLanguage: tag)
    // English is also what stands for a language that is not known.
    guard wished != .english || tag.lowercased().hasPrefix("en") else { return self }
    var visit = self
    visit.language = wished
    return visit
  }

  /// A redirect to a page of ours.
  func redirect(to path: String) -> HTTPResponse {
    var response = HTTPResponse.redirect(to: address.path(path))
    response.headers["cache-control"] = "no-store"
    keepBrowserKey(on: &response)
    return response
  }

  /// A redirect to the address of another: no reason to tell it where the person comes from.
  func redirect(away location: String) -> HTTPResponse {
    var response = HTTPResponse.redirect(to: location)
    response.headers["cache-control"] = "no-store"
    response.headers["referrer-policy"] = "no-referrer"
    keepBrowserKey(on: &response)
    return response
  }

  /// Hands the browser its key when it has none.
  func keepBrowserKey(on response: inout HTTPResponse) {
    guard browser.isNew, keepsCookies else { return }
    response.set(
      SetCookie(
        name: BrowserKey.cookieName(address), value: browser.text, path: address.cookiePath,
        isSecure: address.isSecure))
  }
}
