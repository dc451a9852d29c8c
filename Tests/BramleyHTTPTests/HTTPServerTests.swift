import BramleyHTTP
import Testing

@Suite("HTTP server")
struct HTTPServerTests {
  @Test("answers a request that needs no waiting, keeps the target as sent and the connection open")
  func inline() async throws {
    try await withServer(responder: echo) { _, port in
      let client = try RawClient(port: port)
      for _ in 0..<3 {
        client.send("GET /a%2Fb/%41?x=%20+1&y HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = try #require(client.answer())
        #expect(answer.status == 200)
        #expect(answer.text == "GET /a%2Fb/%41 ?x=%20+1&y ")
        #expect(answer["server"] == nil)
        #expect(answer["date"] != nil)
        #expect(answer["x-request-id"] != nil)
      }
    }
  }

  @Test("answers a request whose handler waits, with its body")
  func suspended() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      await Task.yield()
      return await echo(request)
    }
    try await withServer(responder: respond) { _, port in
      let client = try RawClient(port: port)
      for _ in 0..<100 {
        client.send("POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello")
        #expect(client.answer()?.text == "POST /p ? hello")
      }
    }
  }

  @Test("answers the library's own client")
  func client() async throws {
    try await withServer(responder: echo) { _, port in
      let client = try HTTPClient(.development)
      let answer = try await client.send(.post("http://127.0.0.1:\(port)/x", json: Array("{}".utf8)))
      #expect(answer.status == 200)
      #expect(String(decoding: answer.body, as: UTF8.self) == "POST /x ? {}")
    }
  }
}
