import Accounts
package import BramleyHTTP
import Phrases

/// The console's routes: on the admin listener of `serve`, beside everything else in development.
extension HostedPages {
  /// The routes.
  ///
  /// - Parameter hasAssets: Whether the style sheet is to be served as well; the pages' own router has it.
  package func consoleRouter(hasAssets: Bool) -> Router {
    var router = Router { _, _ in HTTPResponse(status: 404) }
    let door = ConsoleDoor(pages: self)
    onConsole(.get, "/admin/enter", in: &router, door.show)
    onConsole(.post, "/admin/enter", in: &router, door.enter)
    onConsole(.post, "/admin/leave", in: &router, door.leave)
    let accounts = ConsoleAccounts(pages: self)
    onConsole(.get, "/admin", in: &router, accounts.home)
    onConsole(.get, "/admin/accounts", in: &router, accounts.search)
    onConsole(.get, "/admin/account", in: &router, accounts.show)
    onConsole(.get, "/admin/account/confirm", in: &router, accounts.confirm)
    onConsole(.post, "/admin/account", in: &router, accounts.act)
    let jobs = ConsoleJobs(pages: self)
    onConsole(.get, "/admin/jobs", in: &router, jobs.show)
    onConsole(.post, "/admin/jobs", in: &router, jobs.tryNow)
    if hasAssets { router.on(.get, "/assets/bramley.css") { _, _ in Assets.styleSheet() } }
    return router
  }

  private func onConsole(
    _ method: HTTPMethod, _ pattern: RoutePattern, in router: inout Router,
    _ handler: @escaping @Sendable (Visit) async throws -> HTTPResponse
  ) {
    router.on(method, pattern) { request, _ in
      guard let visit = consoleVisit(request) else {
        return HTTPResponse.text("The request names no host.\n", status: 400)
      }
      do {
        return try await handler(visit)
      } catch ConsoleRefusal.signedOut {
        var response = visit.redirect(to: "/admin/enter")
        if visit.sessionToken != nil { ConsoleCookie.remove(for: visit.address, on: &response) }
        return response
      } catch let refusal as ConsoleRefusal {
        return ConsolePage.refusal(refusal, visit)
      } catch let error as AccountsError where error.code == .userNotFound {
        return ConsolePage.refusal(.noAccount, visit)
      } catch {
        let failure = PageFailure(error)
        if let reason = failure.reason { log("page \(pattern.text): \(reason)") }
        return failure.page(for: visit, of: self, path: "/admin")
      }
    }
  }

  /// The console stands under the name that it is opened by, which is not the service's public one. Beyond
  /// this machine only https counts: the cookie would not be kept otherwise.
  private func consoleVisit(_ request: HTTPRequest) -> Visit? {
    guard let host = request.host else { return nil }
    let name = host.description.contains(":") ? "[\(host.description)]" : host.description
    let origin =
      (host.isLoopback ? "http://" : "https://") + name + (host.port.map { ":\($0)" } ?? "")
    let address = ServiceAddress(origin: origin, basePath: configuration.basePath)
    let cookies = request.cookies
    return Visit(
      request: request, address: address, language: .english,
      browser: BrowserKey(cookie: cookies[BrowserKey.cookieName(address)], random: random),
      sessionToken: cookies[ConsoleCookie.name(address)], keepsCookies: true)
  }
}
