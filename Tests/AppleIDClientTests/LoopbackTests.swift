import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyHTTP
import Synchronization
import Testing

@Suite("Calls over a real connection")
struct LoopbackTests {
  private struct Responder: HTTPResponder {
    let body: @Sendable (HTTPRequest, Int) async -> HTTPResponse
    let count = Counting()
    func respond(to request: HTTPRequest) async -> HTTPResponse { await body(request, count.next()) }
  }

  private final class Counting: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  private func withApple(
    _ body: @escaping @Sendable (HTTPRequest, Int) async -> HTTPResponse,
    _ test: (AppleIDClient) async throws -> Void
  ) async throws {
    var configuration = HTTPServer.Configuration(addresses: [.tcp("127.0.0.1", port: 0)])
    configuration.stopDeadline = .seconds(2)
    let server = HTTPServer(configuration, responder: Responder(body: body))
    try server.start()
    let http = try HTTPClient(.development)
    let endpoints = AppleEndpoints(baseURL: "http://127.0.0.1:\(try #require(server.port))")
    let client = AppleIDClient(
      endpoints: endpoints, credentials: AppleClientCredentials(try Fixtures.signer("KEY0000001")),
      http: http,
      keys: AppleKeySetCache(endpoints: endpoints, http: http))
    let result: Result<Void, any Error>
    do { result = .success(try await test(client)) } catch { result = .failure(error) }
    http.close()
    await server.stop()
    try result.get()
  }

  private static let html = HTTPResponse(
    status: 503, headers: ["content-type": "text/html"], body: Array("<html>Busy</html>".utf8))

  @Test("a page in HTML with 503 once, then good answers: the exchange works, on a fresh connection (FR-18)")
  func htmlOnce() async throws {
    try await withApple { _, number in
      number == 1
        ? Self.html
        : HTTPResponse(
          status: 200, headers: ["content-type": "application/json"],
          body: Array(#"{"access_token":"a1","refresh_token":"r1","id_token":"h.p.s"}"#.utf8))
    } _: { client in
      let answer = try await client.exchange(CodeExchangeTests.native)
      #expect(answer.refreshToken == Secret(utf8: "r1"))
    }
  }

  @Test("503 in HTML for good is Apple's trouble, also for keys and revocation (FR-18)")
  func htmlForGood() async throws {
    try await withApple { _, _ in
      Self.html
    } _: { client in
      let errors = [
        await failure { () async throws(AppleServiceError) in
          try await client.exchange(CodeExchangeTests.native)
        },
        await failure { () async throws(AppleServiceError) in
          try await client.revoke(Secret(utf8: "r1"), kind: .refreshToken, clientID: "com.example.app")
        },
        await failure { () async throws(AppleServiceError) in try await client.keySet(lacking: nil) },
      ]
      for error in errors {
        #expect(error?.code == .unreachable)
        #expect(error?.fault == .apple)
      }
    }
  }

  @Test("what Apple's form parser sees is what was meant, and keys come over the same client")
  func wholeWay() async throws {
    let keys = try Fixtures.keySetJSON(["A", "B", "C"])
    try await withApple { request, _ in
      if request.path == "/auth/keys" { return HTTPResponse(status: 200, body: keys) }
      let form = FormFields(parsing: String(decoding: request.body, as: UTF8.self))
      let isRight =
        request.path == "/auth/revoke" && form?["token"] == "r1 +&=%"
        && request.headers["content-type"] == "application/x-www-form-urlencoded"
        && request.headers["accept"] == "application/json" && request.headers["user-agent"] != nil
      return HTTPResponse(
        status: isRight ? 200 : 400, body: isRight ? [] : Array(#"{"error":"invalid_request"}"#.utf8))
    } _: { client in
      #expect(try await client.keySet(lacking: nil).keyIDs == ["A", "B", "C"])
      try await client.revoke(Secret(utf8: "r1 +&=%"), kind: .refreshToken, clientID: "com.example.app")
    }
  }

  @Test("a second try on a fresh connection meets another connection than the first ones shared (FR-18)")
  func freshConnection() async throws {
    let server = try NumberingServer()
    let http = try HTTPClient(.development)
    var request = OutgoingRequest.get("http://127.0.0.1:\(server.port)/")
    var numbers: [String] = []
    for isFresh in [false, false, true] {
      request.needsFreshConnection = isFresh
      numbers.append(String(decoding: try await http.send(request).body, as: UTF8.self))
    }
    http.close()
    #expect(numbers == ["1", "1", "2"])
  }
}
