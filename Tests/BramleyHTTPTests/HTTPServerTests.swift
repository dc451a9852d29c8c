import BramleyHTTP
import Foundation
import Testing

@Suite("HTTP server: answering")
struct HTTPServerTests {
  @Test("answers without waiting, keeps the target as it was sent and the connection open")
  func inline() async throws {
    try await withServer(responder: echo) { server, port in
      let client = try RawClient(port: port)
      for _ in 0..<3 {
        client.send("GET /a%2Fb/%41?x=%20+1&y HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = try #require(client.answer())
        #expect(answer.status == 200)
        #expect(answer.text == "GET /a%2Fb/%41 ?x=%20+1&y ")
        #expect(answer["server"] == nil)
        #expect(answer["date"] != nil)
      }
      #expect(server.connectionCount == 1)
    }
  }

  @Test("answers a request whose handler waits")
  func suspended() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      await Task.yield()
      return await echo(request)
    }
    try await withServer(responder: respond) { _, port in
      let client = try RawClient(port: port)
      for _ in 0..<300 {
        client.send("POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello")
        #expect(client.answer()?.text == "POST /p ? hello")
      }
    }
  }

  @Test("answers 200 clients at once over kept connections, each with its own answer")
  func manyClients() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      if request.path.utf8.last == UInt8(ascii: "1") { await Task.yield() }
      return await echo(request)
    }
    try await withServer(responder: respond) { server, port in
      let clients = try (0..<200).map { _ in try RawClient(port: port) }
      for round in 0..<5 {
        for (index, client) in clients.enumerated() {
          client.send("GET /\(round)/\(index) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        for (index, client) in clients.enumerated() {
          #expect(client.answer()?.text == "GET /\(round)/\(index) ? ")
        }
      }
      // An optimizer may end the clients, and so their connections, after the last answer.
      withExtendedLifetime(clients) { #expect(server.connectionCount == 200) }
    }
  }

  @Test("answers pipelined requests in order", arguments: [false, true])
  func pipelining(waits: Bool) async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      if waits { await Task.yield() }
      return await echo(request)
    }
    try await withServer(responder: respond) { _, port in
      let client = try RawClient(port: port)
      client.send(
        "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nabGET /2 HTTP/1.1\r\nHost: a\r\n\r\n"
          + "POST /3 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nc\r\n0\r\n\r\n")
      #expect(client.answer()?.text == "POST /1 ? ab")
      #expect(client.answer()?.text == "GET /2 ? ")
      #expect(client.answer()?.text == "POST /3 ? c")
    }
  }

  @Test("takes a request that comes in single bytes")
  func singleBytes() async throws {
    try await withServer(responder: echo) { _, port in
      let client = try RawClient(port: port)
      for byte in "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc".utf8 { client.send([byte]) }
      #expect(client.answer()?.text == "POST /x ? abc")
    }
  }

  @Test("answers HEAD with the length and without the body")
  func head() async throws {
    try await withServer(responder: { _ in .text("hello") }) { _, port in
      let client = try RawClient(port: port)
      client.send("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      let head = client.answer(hasBody: false)
      #expect(head?.status == 200)
      #expect(head?["content-length"] == "5")
      #expect(client.answer()?.text == "hello")
    }
  }

  @Test("sends 100 Continue to a client that asks")
  func continues() async throws {
    try await withServer(responder: echo) { _, port in
      let client = try RawClient(port: port)
      client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      #expect(client.answer()?.status == 100)
      client.send("ok")
      #expect(client.answer()?.text == "POST /x ? ok")
    }
  }

  @Test(
    "closes when the client asks, and after HTTP/1.0",
    arguments: [
      "GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET /x HTTP/1.0\r\n\r\n",
    ])
  func closes(_ request: String) async throws {
    try await withServer(responder: echo) { _, port in
      let client = try RawClient(port: port)
      client.send(request)
      #expect(client.answer()?.text == "GET /x ? ")
      #expect(client.isClosedByServer())
    }
  }

  @Test("answers a client that sends no more, and closes then")
  func halfClosed() async throws {
    try await withServer(
      configure: {
        $0.absenceCheck = .milliseconds(1)
        $0.deliveryTimeout = .milliseconds(40)
      }, responder: echo
    ) { _, port in
      let client = try RawClient(port: port)
      client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      client.finishSending()
      #expect(client.answer()?.text == "GET /x ? ")
      #expect(client.isClosedByServer())
    }
  }

  @Test("sends every Set-Cookie, the identifier of the request, and an answer without a body")
  func fields() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      var response = HTTPResponse(status: 204)
      response.headers.add("Set-Cookie", "a=\(request.id)")
      response.headers.add("Set-Cookie", "b=2")
      return response
    }
    try await withServer(configure: { $0.makeRequestID = { "id-1" } }, responder: respond) { _, port in
      let client = try RawClient(port: port)
      client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = client.answer()
      #expect(answer?.status == 204)
      #expect(answer?.headers["set-cookie"] == ["a=id-1", "b=2"])
      #expect(answer?["x-request-id"] == "id-1")
      #expect(answer?["content-length"] == nil)
    }
  }

  @Test("gives each request an identifier of its own, and knows its peer")
  func identifiers() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { .text("\($0.id) \($0.peer)") }
    try await withServer(responder: respond) { _, port in
      let client = try RawClient(port: port)
      var seen: Set<String> = []
      for _ in 0..<10 {
        client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
        let parts = try #require(client.answer()).text.split(separator: " ")
        seen.insert(String(parts[0]))
        #expect(parts[1] == "127.0.0.1")
      }
      #expect(seen.count == 10)
    }
  }

  @Test("closes without an answer where an emulator plays a broken server")
  func resets() async throws {
    try await withServer(responder: { _ in HTTPResponse(status: 200, delivery: .reset) }) { _, port in
      let client = try RawClient(port: port)
      client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.answer() == nil)
    }
  }

  @Test("lets a body trickle, whole in the end", arguments: [0, 2])
  func trickles(pause: Int) async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(
        status: 200, body: Array("drop by drop".utf8), delivery: .trickle(millisecondsPerByte: pause))
    }
    try await withServer(responder: respond) { _, port in
      let client = try RawClient(port: port)
      for _ in 0..<2 {
        client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.answer()?.text == "drop by drop")
      }
    }
  }
}
