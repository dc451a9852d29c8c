package import Accounts
package import BramleyHTTP

/// What operators and Apple ask of the service itself: is it up, is it ready, take this notification.
package struct OperationsAPI: Sendable {
  let accounts: Accounts
  let metrics: Metrics?
  let counters: @Sendable () -> [Counter]
  let gauges: @Sendable () -> [Gauge]
  let now: @Sendable () -> ContinuousClock.Instant
  let log: @Sendable (String) -> Void

  /// The operations of a service.
  ///
  /// - Parameters:
  ///   - metrics: What the listeners count; nil leaves `/metrics` out.
  ///   - counters: What other parts count; it stands behind the metrics.
  ///   - gauges: What rises and falls in other parts.
  ///   - now: The clock that the store's answer is timed by.
  ///   - log: Takes a line for what an operator should know; no line holds a secret.
  package init(
    accounts: Accounts, metrics: Metrics? = nil,
    counters: @escaping @Sendable () -> [Counter] = { [] },
    gauges: @escaping @Sendable () -> [Gauge] = { [] },
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.accounts = accounts
    self.metrics = metrics
    self.counters = counters
    self.gauges = gauges
    self.now = now
    self.log = log
  }

  /// The routes of a listener.
  ///
  /// - Parameters:
  ///   - takesNotifications: Whether Apple's notifications come in here: on the public listener.
  ///   - showsDetails: Whether metrics and the details of readiness are shown: on the admin listener, and in
  ///     `dev` (R8).
  package func routes(takesNotifications: Bool, showsDetails: Bool = false) -> Router {
    var router = Router { _, _ in HTTPResponse(status: 500) }
    // The same for everyone, and asked for again and again.
    var alive = HTTPResponse.text("ok\n")
    alive.isRepeated = true
    router.on(.get, "/healthz") { [alive] _, _ in alive }
    router.on(.get, "/readyz") { _, _ in await readiness(showsDetails: showsDetails) }
    if takesNotifications {
      router.on(.post, "/apple/notifications") { request, _ in await receive(request) }
    }
    if showsDetails, let metrics {
      router.on(.get, "/metrics") { _, _ in
        HTTPResponse(
          status: 200, headers: ["content-type": "text/plain; version=0.0.4; charset=utf-8"],
          body: Array(metricsText(metrics).utf8))
      }
    }
    return router
  }

  /// Ready means that the store answers; why it does not is the log's and the admin listener's (R8).
  private func readiness(showsDetails: Bool) async -> HTTPResponse {
    let start = now()
    do throws(AccountsError) {
      _ = try await accounts.list(limit: 1)
      let taken = (start.duration(to: now()) * 1000).components.seconds
      return .text(showsDetails ? "ready\nstore: answered in \(taken) ms\n" : "ready\n")
    } catch {
      log("not ready: \(error)")
      let text = showsDetails ? "not ready\nstore: \(error)\n" : "not ready\n"
      return HTTPResponse(
        status: 503, headers: ["content-type": "text/plain; charset=utf-8", "retry-after": "1"],
        body: Array(text.utf8))
    }
  }

  /// Apple sends again whatever is not answered 200, so only what is broken or comes too early is refused.
  private func receive(_ request: HTTPRequest) async -> HTTPResponse {
    do throws(AccountsError) {
      try await accounts.admit(.notification, ClientFacts(isLimited: true, network: request.network))
      try await accounts.receive(appleNotification: request.body)
      return HTTPResponse(status: 200)
    } catch {
      if error.code == .tooManyAttempts {
        let seconds = error.retryAfter?.components.seconds ?? 60
        return HTTPResponse(status: 429, headers: ["retry-after": String(seconds)])
      }
      log("apple notification refused: \(error)")
      let isOurTrouble = error.code == .unavailable
      var response = HTTPResponse(status: isOurTrouble ? 503 : 400)
      if isOurTrouble { response.headers["retry-after"] = "30" }
      return response
    }
  }
}
