import BramleyHTTP
import Synchronization

/// Answers for a service that is still waiting for its database: alive, not ready.
final class DeferredResponder: HTTPResponder {
  private let responder = Mutex<(any HTTPResponder)?>(nil)
  private let healthPath: String

  /// - Parameter basePath: The path that everything of the service lies under.
  init(basePath: String) { healthPath = basePath + "/healthz" }

  /// From now on this one answers.
  func begin(_ started: any HTTPResponder) { responder.withLock { $0 = started } }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    if let started = responder.withLock({ $0 }) { return await started.respond(to: request) }
    if request.path == healthPath { return .text("ok\n") }
    return HTTPResponse(
      status: 503, headers: ["content-type": "text/plain; charset=utf-8", "retry-after": "1"],
      body: Array("not ready\n".utf8))
  }
}
