import Accounts
import BramleyHTTP
import Testing

/// A browser that keeps cookies, says where requests come from, and follows redirects inside the site.
final class TestBrowser {
  let site: TestSite
  var host = "localhost:9099"
  var scheme = "http"
  var peer = "127.0.0.1"
  var language = "en-US,en;q=0.9"
  var cookies: [String: String] = [:]
  /// Every `Set-Cookie` value, in order.
  private(set) var setCookies: [String] = []

  /// Another listener of the same site.
  var router: Router?

  init(_ site: TestSite) { self.site = site }

  var origin: String { "\(scheme)://\(host)" }

  /// Opens an address of the site.
  func open(_ path: String, follows: Bool = true) async -> TestPage {
    await follow(send(.get, path), follows)
  }

  /// Sends a form of a page.
  func submit(
    _ form: TestPage.Form, _ values: [String: String] = [:], follows: Bool = true,
    headers: [String: String?] = [:]
  ) async -> TestPage {
    var fields = FormFields()
    for (name, value) in form.fields.merging(values, uniquingKeysWith: { $1 }) { fields.add(name, value) }
    var all: [String: String?] = ["origin": origin, "sec-fetch-site": "same-origin"]
    all.merge(headers) { $1 }
    return await follow(send(.post, form.action, fields: fields, headers: all), follows)
  }

  /// Sends a form as a page of Apple's does: from another site, without our cookies.
  func post(fromApple fields: FormFields, follows: Bool = true) async -> TestPage {
    let response = await send(
      .post, "/__/auth/handler", fields: fields,
      headers: ["origin": "https://appleid.apple.com", "sec-fetch-site": "cross-site"], sendsCookies: false)
    return await follow(response, follows)
  }

  private func follow(_ response: HTTPResponse, _ follows: Bool) async -> TestPage {
    var response = response
    var hops = 0
    while follows, (300..<400).contains(response.status), let location = response.headers["location"],
      location.hasPrefix("/"), hops < 5
    {
      response = await send(.get, location)
      hops += 1
    }
    return TestPage(response)
  }

  func send(
    _ method: HTTPMethod, _ target: String, fields: FormFields? = nil, headers: [String: String?] = [:],
    sendsCookies: Bool = true
  ) async -> HTTPResponse {
    let parts = target.split(separator: "?", maxSplits: 1)
    var request = HTTPRequest(
      method: method, path: String(parts.first ?? "/"), query: parts.count > 1 ? String(parts[1]) : "",
      peer: peer)
    request.headers["host"] = host
    request.headers["accept"] = "text/html"
    request.headers["accept-language"] = language
    if let fields {
      request.headers["content-type"] = "application/x-www-form-urlencoded"
      request.body = Array(fields.encoded.utf8)
    }
    for (name, value) in headers { request.headers[name] = value }
    if sendsCookies, !cookies.isEmpty {
      request.headers["cookie"] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
    }
    let response =
      if let router { await router.respond(to: request) } else { await site.respond(to: request) }
    for value in response.headers.values("set-cookie") { keep(value) }
    return response
  }

  private func keep(_ field: String) {
    setCookies.append(field)
    let pair = field.prefix { $0 != ";" }
    guard let equals = pair.firstIndex(of: "=") else { return }
    let value = pair[pair.index(after: equals)...]
    cookies[String(pair[..<equals])] = field.contains("Max-Age=0") || value.isEmpty ? nil : String(value)
  }
}

/// The way through a sign-in.
extension TestBrowser {
  /// Presses Apple's button; the answer leads to Apple.
  func pressApple(_ page: TestPage? = nil) async throws -> TestPage {
    var shown = page
    if shown == nil { shown = await open("/") }
    let form = try #require(shown?.forms.first { $0.action.hasSuffix("/signin/apple") })
    return await submit(form, follows: false)
  }

  /// What Apple posts when a person agreed.
  func answer(
    _ toApple: TestPage, as person: TestApple.Person = .maria, isForged: Bool = false
  ) -> FormFields {
    let query = toApple.locationQuery
    var fields: FormFields = [
      "state": query["state"] ?? "", "code": "c0011.0.abc",
      "id_token": site.apple.token(
        person, nonce: query["nonce"] ?? "", now: site.clock.now().seconds, isForged: isForged),
    ]
    if let user = person.user { fields.add("user", user) }
    return fields
  }

  /// The whole way; ends on the account page.
  @discardableResult
  func signIn(as person: TestApple.Person = .maria) async throws -> TestPage {
    await post(fromApple: answer(try pressApple(), as: person))
  }
}
