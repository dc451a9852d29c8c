package import Accounts
package import BramleyHTTP

/// What operators and Apple ask of the service itself: is it up, is it ready, take this notification.
package struct OperationsAPI: Sendable {
  let accounts: Accounts
  let log: @Sendable (String) -> Void

  /// The operations of a service.
  package init(accounts: Accounts, log: @escaping @Sendable (String) -> Void = { _ in }) {
    self.accounts = accounts
    self.log = log
  }

  /// The routes of a listener.
  ///
  /// - Parameter takesNotifications: Whether Apple's notifications come in here: on the public listener.
  package func routes(takesNotifications: Bool) -> Router {
    var router = Router { _, _ in HTTPResponse(status: 500) }
    router.on(.get, "/healthz") { _, _ in .text("ok\n") }
    router.on(.get, "/readyz") { _, _ in await readiness() }
    if takesNotifications {
      router.on(.post, "/apple/notifications") { request, _ in await receive(request) }
    }
    return router
  }

  /// Ready means that the store answers; the details are the log's, not the public's (R8).
  private func readiness() async -> HTTPResponse {
    do throws(AccountsError) {
      _ = try await accounts.list(limit: 1)
      return .text("ready\n")
    } catch {
      log("not ready: \(error)")
      return HTTPResponse(
        status: 503, headers: ["content-type": "text/plain; charset=utf-8", "retry-after": "1"],
        body: Array("not ready\n".utf8))
    }
  }

  /// Apple sends again whatever is not answered 200, so only what is broken or comes too early is refused.
  private func receive(_ request: HTTPRequest) async -> HTTPResponse {
    do throws(AccountsError) {
      try await accounts.receive(appleNotification: request.body)
      return HTTPResponse(status: 200)
    } catch {
      log("apple notification refused: \(error)")
      let isOurTrouble = error.code == .unavailable
      var response = HTTPResponse(status: isOurTrouble ? 503 : 400)
      if isOurTrouble { response.headers["retry-after"] = "30" }
      return response
    }
  }
}
