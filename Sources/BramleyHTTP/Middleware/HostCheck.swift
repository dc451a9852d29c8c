import Synchronization

/// Refuses requests for hosts that this service does not answer for: a page that rebinds its name to our
/// address sends its own name (R4).
public struct HostCheck: HTTPResponder {
  private let isAllowed: @Sendable (HostName) -> Bool
  private let responder: any HTTPResponder
  private let refuse: @Sendable (HTTPRequest) -> HTTPResponse
  private let lastAllowed = LastAllowed()

  /// The field that was allowed last: clients send the same one again and again.
  private final class LastAllowed: Sendable {
    let field = Mutex<String?>(nil)
  }

  /// - Parameters:
  ///   - responder: Answers the requests.
  ///   - refuse: Answers those for other hosts; 421 is the status made for it.
  ///   - isAllowed: Decides about a host, always the same way; in development ``HostName/isLoopback``.
  public init(
    around responder: any HTTPResponder, refuse: @escaping @Sendable (HTTPRequest) -> HTTPResponse,
    isAllowed: @escaping @Sendable (HostName) -> Bool
  ) {
    self.responder = responder
    self.refuse = refuse
    self.isAllowed = isAllowed
  }

  /// Answers when the host is allowed; a request without one (HTTP/1.0) is refused.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    let field = request.headers.first(of: "host")
    if field == nil || lastAllowed.field.withLock({ $0 != field }) {
      guard let host = request.host, isAllowed(host) else { return refuse(request) }
      lastAllowed.field.withLock { $0 = field }
    }
    return await responder.respond(to: request)
  }
}
