import BramleyHTTP
import Testing

@testable import bramley

@Suite("Waiting for the database")
struct DeferredResponderTests {
  private struct Started: HTTPResponder {
    func respond(to request: HTTPRequest) async -> HTTPResponse { .text("started") }
  }

  @Test(
    "alive under the path of the service and nowhere else, ready nowhere, and then what started answers",
    arguments: ["", "/auth"])
  func waiting(basePath: String) async {
    let responder = DeferredResponder(basePath: basePath)
    func status(_ path: String) async -> Int {
      await responder.respond(to: HTTPRequest(method: .get, path: path)).status
    }
    #expect(await status(basePath + "/healthz") == 200)
    #expect(await status(basePath + "/readyz") == 503)
    #expect(await status("/other/healthz") == 503)
    responder.begin(Started())
    #expect(await status(basePath + "/readyz") == 200)
  }
}
