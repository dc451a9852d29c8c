/// Serves everything under a prefix: cuts it off before the responder sees the path (FR-63).
public struct BasePath: HTTPResponder {
  private let prefix: String
  private let responder: any HTTPResponder
  private let notFound: @Sendable (HTTPRequest) -> HTTPResponse

  /// - Parameters:
  ///   - prefix: `/auth` for one; empty or `/` for none. A slash at its end is cut off.
  ///   - responder: Answers what is under the prefix.
  ///   - notFound: Answers what is not.
  public init(
    _ prefix: String, around responder: any HTTPResponder,
    notFound: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    var prefix = prefix
    while prefix.hasSuffix("/") { prefix.removeLast() }
    self.prefix = prefix
    self.responder = responder
    self.notFound = notFound
  }

  /// Answers a request whose path still has the prefix.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard !prefix.isEmpty else { return await responder.respond(to: request) }
    guard request.path.hasPrefix(prefix) else { return notFound(request) }
    let rest = request.path.utf8.dropFirst(prefix.utf8.count)
    // `/authentic` is not under `/auth`.
    guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return notFound(request) }
    var request = request
    request.path = rest.isEmpty ? "/" : String(decoding: rest, as: UTF8.self)
    return await responder.respond(to: request)
  }
}
