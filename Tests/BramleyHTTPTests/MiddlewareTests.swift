import BramleyHTTP
import Synchronization
import Testing

@Suite("Middleware")
struct MiddlewareTests {
  private let inner = ClosureResponder { request in .text("\(request.path) \(request.peer)") }
  private let missing: @Sendable (HTTPRequest) -> HTTPResponse = { _ in .text("missing", status: 404) }

  private func get(_ path: String, _ headers: HTTPFields = [:], peer: String = "127.0.0.1") -> HTTPRequest {
    HTTPRequest(method: .get, path: path, headers: headers, peer: peer)
  }

  private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  @Test(
    "a base path is cut off, and nothing outside it is served (FR-63)",
    arguments: [
      ("/auth", "/auth/x", "/x 127.0.0.1"), ("/auth/", "/auth/x", "/x 127.0.0.1"),
      ("/auth", "/auth", "/ 127.0.0.1"),
      ("/auth", "/authentic", "missing"), ("/auth", "/x", "missing"), ("/auth", "/", "missing"),
      ("", "/x", "/x 127.0.0.1"), ("/", "/x", "/x 127.0.0.1"), ("/a/b", "/a/b/c", "/c 127.0.0.1"),
      ("/auth", "//auth/x", "missing"),
    ])
  func basePath(_ prefix: String, _ path: String, _ expected: String) async {
    let responder = BasePath(prefix, around: inner, notFound: missing)
    #expect(text(await responder.respond(to: get(path))) == expected)
  }

  @Test(
    "refuses hosts that rebind a name to this machine (R4)",
    arguments: [
      "evil.example", "evil.example:9099", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.1:x",
      "", "[::1",
      "10.0.0.1", "128.0.0.1", "localhost:99999", "notlocalhost", "[::2]",
    ])
  func hostRefused(_ host: String) async {
    let responder = HostCheck(
      around: inner, refuse: { _ in .text("no", status: 421) }, isAllowed: \.isLoopback)
    #expect(await responder.respond(to: get("/", ["host": host])).status == 421)
  }

  @Test(
    "takes the names of this machine (R4)",
    arguments: [
      "localhost", "LOCALHOST:9099", "localhost.", "app.localhost:1", "127.0.0.1:9099", "127.1.2.3", "[::1]",
      "[::1]:9099",
    ])
  func hostTaken(_ host: String) async {
    let responder = HostCheck(
      around: inner, refuse: { _ in .text("no", status: 421) }, isAllowed: \.isLoopback)
    #expect(await responder.respond(to: get("/", ["host": host])).status == 200)
  }

  @Test("refuses a request without a host")
  func noHost() async {
    let responder = HostCheck(
      around: inner, refuse: { _ in .text("no", status: 421) }, isAllowed: { _ in true })
    #expect(await responder.respond(to: get("/")).status == 421)
  }

  @Test(
    "gives scripts of other origins nothing (R4)",
    arguments: [
      "https://evil.example", "null", "http://localhost.evil.example", "file://",
      "http://127.0.0.1.evil.example",
      "ftp://localhost", "localhost",
    ])
  func foreignOrigin(_ origin: String) async {
    let responder = CrossOrigin(around: inner) { origin, _ in CrossOrigin.isLoopback(origin) }
    let plain = await responder.respond(to: get("/x", ["origin": origin]))
    #expect(plain.status == 200)
    #expect(plain.headers["access-control-allow-origin"] == nil)
    let preflight = await responder.respond(
      to: HTTPRequest(
        method: .options, path: "/x", headers: ["origin": origin, "access-control-request-method": "POST"]))
    #expect(preflight.status == 204)
    #expect(preflight.headers["access-control-allow-origin"] == nil)
    #expect(preflight.headers.values("vary") == ["origin"])
  }

  @Test(
    "answers a preflight by echo, and never allows credentials (R4, wire §1.4)",
    arguments: [
      "http://localhost:5000", "http://127.0.0.1:8080", "https://app.localhost", "http://[::1]:3000",
    ])
  func preflight(_ origin: String) async {
    let responder = CrossOrigin(around: inner) { origin, path in
      path == "/x" && CrossOrigin.isLoopback(origin)
    }
    let response = await responder.respond(
      to: HTTPRequest(
        method: .options, path: "/x",
        headers: [
          "origin": origin, "access-control-request-method": "POST",
          "access-control-request-headers": "content-type,x-client-version",
          "access-control-request-private-network": "true",
        ]))
    #expect(response.status == 204)
    #expect(response.headers["access-control-allow-origin"] == origin)
    #expect(response.headers["access-control-allow-headers"] == "content-type,x-client-version")
    #expect(response.headers["access-control-allow-methods"] == "GET,HEAD,PUT,PATCH,POST,DELETE")
    #expect(response.headers["access-control-allow-private-network"] == "true")
    #expect(response.headers["access-control-allow-credentials"] == nil)
    let answer = await responder.respond(to: get("/x", ["origin": origin]))
    #expect(answer.headers["access-control-allow-origin"] == origin)
    #expect(answer.headers["access-control-allow-credentials"] == nil)
    #expect(
      await responder.respond(to: get("/y", ["origin": origin])).headers["access-control-allow-origin"] == nil
    )
  }

  @Test("two Origin fields are believed by nobody")
  func twoOrigins() async {
    let responder = CrossOrigin(around: inner) { _, _ in true }
    var headers: HTTPFields = ["origin": "http://localhost"]
    headers.add("origin", "https://evil.example")
    #expect(await responder.respond(to: get("/x", headers)).headers["access-control-allow-origin"] == nil)
  }

  @Test("adds protective fields, and leaves a page's own policy alone")
  func securityHeaders() async {
    let responder = SecurityHeaders(strictTransport: nil, around: inner)
    let plain = await responder.respond(to: get("/")).headers
    #expect(plain["x-content-type-options"] == "nosniff")
    #expect(plain["content-security-policy"] == SecurityHeaders.closedPolicy)
    #expect(plain["cache-control"] == "no-store")
    #expect(plain["strict-transport-security"] == nil)
    let page = ClosureResponder { _ in
      HTTPResponse(
        status: 200, headers: ["content-security-policy": "frame-ancestors *", "cache-control": "max-age=60"])
    }
    let framed = await SecurityHeaders(strictTransport: .seconds(600), around: page).respond(to: get("/"))
      .headers
    #expect(framed.values("content-security-policy") == ["frame-ancestors *"])
    #expect(framed.values("cache-control") == ["max-age=60"])
    #expect(framed["x-frame-options"] == nil)
    #expect(framed["strict-transport-security"] == "max-age=600")
  }

  @Test(
    "forwarded addresses count from listed proxies only, up to the first that is none (A23, A38)",
    arguments: [
      ("203.0.113.5", "198.51.100.1", "203.0.113.5"), ("192.0.2.1", "198.51.100.1", "198.51.100.1"),
      ("192.0.2.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"),
      ("192.0.2.1", "198.51.100.1, 192.0.2.2", "198.51.100.1"),
      ("192.0.2.1", "::ffff:198.51.100.1", "198.51.100.1"),
      ("192.0.2.1", "198.51.100.1:4711", "198.51.100.1"),
      ("192.0.2.1", "[2001:DB8::1]:4711", "2001:db8::1"), ("192.0.2.1", "unknown", "192.0.2.1"),
      ("192.0.2.1", "198.51.100.1, nonsense", "192.0.2.1"), ("192.0.2.1", "", "192.0.2.1"),
      ("::ffff:192.0.2.1", "198.51.100.1", "198.51.100.1"), ("unix", "198.51.100.1", "unix"),
    ])
  func forwarded(_ peer: String, _ field: String, _ expected: String) async throws {
    let proxies = Set(try ["192.0.2.1", "192.0.2.2"].map { try #require(ClientAddress(parsing: $0)) })
    let responder = ForwardedClient(proxies: proxies, around: inner)
    let response = await responder.respond(
      to: get("/", ["x-forwarded-for": field, "x-forwarded-host": "evil.example"], peer: peer))
    #expect(text(response) == "/ \(expected)")
  }

  @Test("logs route, status, time and identifier, never path, query or body (FR-66)")
  func requestLog() async {
    var router = Router { _, _ in .text("missing", status: 404) }
    router.on(.post, "/v1/{secret}") { _, _ in .text("ok") }
    let lines = Mutex<[String]>([])
    let log = RequestLog(around: router, write: { line in lines.withLock { $0.append(line) } })
    var request = HTTPRequest(
      method: .post, path: "/v1/s3cret", query: "key=s3cret", headers: ["authorization": "s3cret"],
      body: Array("s3cret".utf8), peer: "192.0.2.1", id: "id-1")
    _ = await log.respond(to: request)
    request.path = "/s3cret"
    _ = await log.respond(to: request)
    let written = lines.withLock { $0 }
    #expect(written.count == 2)
    #expect(written[0].hasPrefix("POST /v1/{secret} 200 "))
    #expect(written[0].hasSuffix("ms id-1"))
    #expect(written[1].hasPrefix("POST - 404 "))
    #expect(!written.joined().contains("s3cret"))
    #expect(!written.joined().contains("192.0.2.1"))
  }

  @Test("reports route, status and duration to the meter")
  func meter() async {
    var router = Router { _, _ in .text("missing", status: 404) }
    router.on(.get, "/a/{b}") { _, _ in .text("ok") }
    let seen = Mutex<[String]>([])
    let start = ContinuousClock.now
    let calls = Mutex(0)
    let clock: @Sendable () -> ContinuousClock.Instant = {
      start
        + .seconds(
          calls.withLock { calls in
            calls += 1
            return calls
          })
    }
    let meter = RequestMeter(around: router, now: clock) { route, status, duration in
      seen.withLock { $0.append("\(route) \(status) \(duration)") }
    }
    _ = await meter.respond(to: get("/a/1"))
    _ = await meter.respond(to: get("/other"))
    #expect(seen.withLock { $0 } == ["/a/{b} 200 1.0 seconds", "- 404 1.0 seconds"])
  }
}
