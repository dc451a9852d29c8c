/// Reports every answer to a counter: route, status, duration.
public struct RequestMeter: HTTPResponder {
  /// Takes one observation; it is called on the server's threads and must not block.
  public typealias Observer = @Sendable (_ route: String, _ status: Int, _ duration: Duration) -> Void

  private let responder: any HTTPResponder
  private let now: @Sendable () -> ContinuousClock.Instant
  private let observe: Observer

  /// - Parameters:
  ///   - responder: Answers the requests.
  ///   - now: The clock.
  ///   - observe: Takes the observations; the route is `-` where none fits, so that clients cannot make up
  ///     labels.
  public init(
    around responder: any HTTPResponder,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
    observe: @escaping Observer
  ) {
    self.responder = responder
    self.now = now
    self.observe = observe
  }

  /// Answers, and reports.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    let start = now()
    let response = await responder.respond(to: request)
    observe(response.route ?? "-", response.status, start.duration(to: now()))
    return response
  }
}
