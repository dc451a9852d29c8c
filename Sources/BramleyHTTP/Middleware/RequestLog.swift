/// Writes a line for every request: method, route, status, duration in milliseconds, identifier.
///
/// The route is the pattern that answered; a request that no route fits is logged as `-`, since its path is
/// the client's text. Query, body, fields and addresses are never written (FR-66).
public struct RequestLog: HTTPResponder {
  private let responder: any HTTPResponder
  private let now: @Sendable () -> ContinuousClock.Instant
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - responder: Answers the requests.
  ///   - now: The clock.
  ///   - write: Takes a line without its end.
  public init(
    around responder: any HTTPResponder,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
    write: @escaping @Sendable (String) -> Void
  ) {
    self.responder = responder
    self.now = now
    self.write = write
  }

  /// Answers, and writes the line.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    let start = now()
    let response = await responder.respond(to: request)
    let tenths = (start.duration(to: now()) * 10).milliseconds
    write(
      "\(request.method.rawValue) \(response.route ?? "-") \(response.status) \(tenths / 10).\(tenths % 10)ms \(request.id)"
    )
    return response
  }
}
