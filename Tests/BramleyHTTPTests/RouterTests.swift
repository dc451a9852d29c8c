import BramleyHTTP
import Testing

@Suite("Router")
struct RouterTests {
  private func router() -> Router {
    var router = Router { error, _ in
      switch error as? RoutingFailure {
      case .noSuchPath: .text("no path", status: 404)
      case .methodNotAllowed(let methods): .text(methods.joined(separator: ","), status: 405)
      case nil: .text("threw", status: 500)
      }
    }
    router.on(.get, "/a") { _, _ in .text("a") }
    router.on(.post, "/a") { _, _ in .text("posted") }
    router.on(.delete, "/a/{id}") { _, _ in .text("deleted") }
    router.on(.get, "/a/{id}") { _, values in .text("id \(values["id"])") }
    router.on(.post, "/v1/projects/{project}:create") { _, values in .text("create \(values["project"])") }
    router.on(.get, "/keys/{kid}.p8") { _, values in .text("key \(values["kid"])") }
    router.on(.get, "/throws") { _, _ in throw RouterTests.Failure() }
    return router
  }

  struct Failure: Error {}

  @Test(
    "misses",
    arguments: [
      (HTTPMethod.get, "/", 404, "no path"), (.get, "/b", 404, "no path"), (.get, "/a/", 404, "no path"),
      (.get, "/a/1/2", 404, "no path"), (.put, "/a", 405, "GET,POST"), (.put, "/a/1", 405, "DELETE,GET"),
      (.get, "/a/%zz", 404, "no path"), (.get, "/a/%2F", 404, "no path"), (.get, "/a/%00", 404, "no path"),
      (.get, "/a/%ff", 404, "no path"), (.post, "/v1/projects/:create", 404, "no path"),
      (.get, "/v1/projects/p:create", 405, "POST"), (.get, "/keys/.p8", 404, "no path"),
      (.get, "/%61", 404, "no path"),
      (.get, "/throws", 500, "threw"), (.get, "*", 404, "no path"), (.get, "", 404, "no path"),
    ])
  func misses(_ method: HTTPMethod, _ path: String, _ status: Int, _ text: String) async {
    let response = await router().respond(to: HTTPRequest(method: method, path: path))
    #expect(response.status == status)
    #expect(String(decoding: response.body, as: UTF8.self) == text)
  }

  @Test(
    "finds the handler, and names its pattern",
    arguments: [
      (HTTPMethod.get, "/a", "a", "/a"), (.head, "/a", "a", "/a"), (.post, "/a", "posted", "/a"),
      (.get, "/a/x%20y", "id x y", "/a/{id}"), (.get, "/a/%C3%A9", "id é", "/a/{id}"),
      (.post, "/v1/projects/demo:create", "create demo", "/v1/projects/{project}:create"),
      (.get, "/keys/DEMO.KEY.p8", "key DEMO.KEY", "/keys/{kid}.p8"),
    ])
  func finds(_ method: HTTPMethod, _ path: String, _ text: String, _ pattern: String) async {
    let response = await router().respond(to: HTTPRequest(method: method, path: path))
    #expect(String(decoding: response.body, as: UTF8.self) == text)
    #expect(response.route == pattern)
  }

  @Test(
    "reads form text, repeats kept",
    arguments: [
      ("", []), ("a=1&b=2", ["a=1", "b=2"]), ("a=1&a=2", ["a=1", "a=2"]), ("a", ["a="]), ("a=b=c", ["a=b=c"]),
      ("a+b=c%20d", ["a b=c d"]), ("&&a=1&", ["a=1"]), ("%C3%A9=%F0%9F%8D%8E", ["é=🍎"]),
    ] as [(String, [String])])
  func forms(_ text: String, _ expected: [String]) {
    #expect(FormFields(parsing: text)?.fields.map { "\($0.name)=\($0.value)" } == expected)
  }

  @Test("does not read broken form text", arguments: ["%", "a=%4", "a=%zz", "a=%ff", "%c0%80=1"])
  func brokenForms(_ text: String) {
    #expect(FormFields(parsing: text) == nil)
  }

  @Test("reads no more fields than its limit")
  func formLimit() {
    let text = Array(repeating: "a=1", count: 101).joined(separator: "&")
    #expect(FormFields(parsing: text) == nil)
    #expect(FormFields(parsing: text, limit: 101)?.fields.count == 101)
    #expect(FormFields(parsing: text, limit: 101)?.hasRepeatedName == true)
  }

  @Test("form text survives writing and reading")
  func roundTrip() {
    let fields: FormFields = ["a b": "c&d=é+%", "": "\n"]
    #expect(FormFields(parsing: fields.encoded) == fields)
  }
}
