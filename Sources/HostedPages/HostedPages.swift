package import Accounts
package import BramleyCrypto
package import BramleyHTTP
import Phrases

/// The pages for people: sign-in, the way to Apple and back, account, deletion.
///
/// They are rendered on the server and work without JavaScript. Handlers hold no rules: what a person wants
/// becomes one call of ``Accounts``.
package struct HostedPages: Sendable {
  let accounts: Accounts
  let configuration: Configuration
  let random: any RandomSource
  let log: @Sendable (String) -> Void

  /// Pages over the domain.
  ///
  /// - Parameter log: Takes a line for every refusal; no line holds a secret, an address or a name.
  package init(
    accounts: Accounts, configuration: Configuration, random: any RandomSource,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.accounts = accounts
    self.configuration = configuration
    self.random = random
    self.log = log
  }

  /// Answers `/` for browsers: the sign-in page, or the account of who is signed in.
  package func home(_ request: HTTPRequest) async -> HTTPResponse {
    await answer(request, route: "/") { try await SignInFlow(pages: self).show($0) }
  }

  /// The page for an address that leads nowhere.
  package func notFound(_ request: HTTPRequest) -> HTTPResponse {
    guard let visit = visit(request) else { return HTTPResponse(status: 404) }
    return NoticePage(
      visit: visit, pages: self, title: .pageNotFoundTitle, text: .pageNotFoundText, action: .pageHome
    ).response(status: 404)
  }

  func on(
    _ method: HTTPMethod, _ pattern: RoutePattern, isCrossSite: Bool = false, in router: inout Router,
    _ handler: @escaping @Sendable (Visit) async throws -> HTTPResponse
  ) {
    router.on(method, pattern) { request, _ in
      await answer(request, route: pattern.text, isCrossSite: isCrossSite, handler)
    }
  }

  /// Runs a handler; what it throws becomes a page and a line in the log.
  func answer(
    _ request: HTTPRequest, route: String, isCrossSite: Bool = false,
    _ handler: @Sendable (Visit) async throws -> HTTPResponse
  ) async -> HTTPResponse {
    guard let visit = visit(request, isCrossSite: isCrossSite) else {
      return HTTPResponse.text("The request names no host.\n", status: 400)
    }
    do {
      try await accounts.admit(.page, visit.client)
      return try await handler(visit)
    } catch {
      let failure = PageFailure(error)
      if let reason = failure.reason { log("page \(route): \(reason)") }
      return failure.page(for: visit, of: self)
    }
  }

  /// - Parameter isCrossSite: Whether browsers hold our cookies back from this request; then none may be set
  ///   in place of those that it did not bring.
  private func visit(_ request: HTTPRequest, isCrossSite: Bool = false) -> Visit? {
    guard let address = ServiceAddress(configuration, request: request) else { return nil }
    let cookies = request.cookies
    return Visit(
      request: request, address: address,
      language: Language.negotiated(acceptLanguage: request.headers["accept-language"]),
      browser: BrowserKey(cookie: cookies[BrowserKey.cookieName(address)], random: random),
      sessionToken: cookies[SessionCookie.name(address)], keepsCookies: !isCrossSite)
  }

  /// Who is signed in to the browser; nil when nobody is, or when the session has ended.
  ///
  /// - Throws: `UNAVAILABLE` only: nobody is told that he is signed out while the store cannot answer.
  func person(of visit: Visit) async throws(AccountsError) -> Caller? {
    guard let token = visit.sessionToken else { return nil }
    do {
      return try await accounts.caller(browserToken: token)
    } catch {
      if error.code == .unavailable { throw error }
      return nil
    }
  }
}
