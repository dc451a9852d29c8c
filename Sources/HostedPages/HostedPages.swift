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

  /// Every route of the pages but `/`.
  ///
  /// A path under `configuration.basePath` reaches these routes without the prefix.
  package var router: Router {
    var router = Router { _, _ in HTTPResponse(status: 404) }
    let signIn = SignInFlow(pages: self)
    on(.get, "/signin", in: &router, signIn.show)
    on(.post, "/signin/apple", in: &router, signIn.begin)
    let password = PasswordFlow(pages: self)
    on(.post, "/signin/password", in: &router, password.signIn)
    on(.post, "/signin/connect", in: &router, password.connect)
    on(.get, "/signup", in: &router, password.showSignUp)
    on(.post, "/signup", in: &router, password.signUp)
    let appleReturn = AppleReturn(pages: self)
    on(.post, "/__/auth/handler", isCrossSite: true, in: &router, appleReturn.park)
    on(.get, "/signin/return", in: &router, appleReturn.finish)
    let handler = HandlerFlow(pages: self)
    for prefix in ["/__/auth", "/emulator/auth"] {
      on(.get, RoutePattern(prefix + "/handler"), in: &router, handler.begin)
      on(.get, RoutePattern(prefix + "/iframe"), in: &router, handler.iframe)
    }
    router.on(.get, "/__/auth/iframe.js") { _, _ in Assets.script(PackageResources.iframe_js) }
    router.on(.get, "/__/auth/gapi.js") { _, _ in
      Assets.script(PackageResources.gapi_js, isForEverybody: true)
    }
    let account = AccountFlow(pages: self)
    on(.get, "/account", in: &router, account.show)
    on(.post, "/account/sign-out", in: &router, account.signOut)
    on(.post, "/account/end-others", in: &router, account.endOthers)
    on(.get, "/account/connect", in: &router, account.askToConnect)
    on(.post, "/account/connect", in: &router, account.connect)
    on(.get, "/account/delete", in: &router, account.confirmDeletion)
    on(.post, "/account/delete", in: &router, account.delete)
    on(.post, "/account/confirm", in: &router, signIn.reauthenticate)
    router.on(.get, "/assets/bramley.css") { _, _ in Assets.styleSheet() }
    if let logo = configuration.appleLogo {
      router.on(.get, RoutePattern(Assets.appleLogoPath)) { _, _ in
        Assets.file(logo.bytes, logo.contentType, maxAge: 3600)
      }
    }
    return router
  }

  /// Whether a person's browser asks: it wants a page rather than JSON (R9).
  package static func isBrowser(_ request: HTTPRequest) -> Bool {
    request.headers.values("accept").contains { $0.lowercased().contains("text/html") }
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

  private func on(
    _ method: HTTPMethod, _ pattern: RoutePattern, isCrossSite: Bool = false, in router: inout Router,
    _ handler: @escaping @Sendable (Visit) async throws -> HTTPResponse
  ) {
    router.on(method, pattern) { request, _ in
      await answer(request, route: pattern.text, isCrossSite: isCrossSite, handler)
    }
  }

  /// Runs a handler; what it throws becomes a page and a line in the log.
  private func answer(
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
