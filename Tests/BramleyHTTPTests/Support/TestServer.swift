import BramleyHTTP
import Foundation
import Testing

/// Answers with a closure.
struct ClosureResponder: HTTPResponder {
  let body: @Sendable (HTTPRequest) async -> HTTPResponse
  func respond(to request: HTTPRequest) async -> HTTPResponse { await body(request) }
}

/// Runs a server on a free port for the length of a test.
///
/// The body runs on a thread of its own, since raw sockets block and the tasks' threads are few.
func withServer<R: Sendable>(
  configure: (inout HTTPServer.Configuration) -> Void = { _ in },
  responder: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  _ body: @escaping @Sendable (HTTPServer, UInt16) throws -> R
) async throws -> R {
  try await withRunningServer(configure: configure, responder: responder) { server, port in
    try await onOwnThread { try body(server, port) }
  }
}

/// The same for a body that waits like a task.
func withRunningServer<R: Sendable>(
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
    let result = try await body(server, server.port ?? 0)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

/// Runs what blocks where it does not hold up any task.
func onOwnThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

/// Says what it was asked, so that a test sees what reached the responder.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
  .text(
    "\(request.method.rawValue) \(request.path) ?\(request.query) \(String(decoding: request.body, as: UTF8.self))"
  )
}
