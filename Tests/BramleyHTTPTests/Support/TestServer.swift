import BramleyHTTP
import Testing

/// Answers with a closure.
struct ClosureResponder: HTTPResponder {
  let body: @Sendable (HTTPRequest) async -> HTTPResponse
  func respond(to request: HTTPRequest) async -> HTTPResponse { await body(request) }
}

/// Runs a server on a free port for the length of a test.
func withServer<R: Sendable>(
  configure: (inout HTTPServer.Configuration) -> Void = { _ in },
  responder: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  _ body: @Sendable (HTTPServer, UInt16) async throws -> R
) async throws -> R {
  var configuration = HTTPServer.Configuration(addresses: [.tcp("127.0.0.1", port: 0)])
  configuration.stopDeadline = .seconds(2)
  configure(&configuration)
  let server = HTTPServer(configuration, responder: ClosureResponder(body: responder))
  try server.start()
  do {
    let result = try await body(server, try #require(server.port))
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

/// Says what it was asked, so that a test sees what reached the responder.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
  .text("\(request.method.rawValue) \(request.path) ?\(request.query) \(String(decoding: request.body, as: UTF8.self))")
}
