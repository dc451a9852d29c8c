import BramleyHTTP
import Testing

@Suite("HTTP server: answers that are given again and again")
struct RepeatedAnswerTests {
  /// What a path is answered with, each field and body as told.
  @Sendable private static func respond(_ request: HTTPRequest) async -> HTTPResponse {
    var response = HTTPResponse.text("body of \(request.query.isEmpty ? "all" : request.query)\n")
    response.isRepeated = request.path == "/again"
    for name in ["x-shown", "x-status"] { response.headers[name] = request.headers[name] }
    if let status = request.headers["x-status"].flatMap({ Int($0) }) { response.status = status }
    if request.headers["x-waits"] != nil { await Task.yield() }
    return response
  }

  /// Everything of an answer but what belongs to one request.
  private static func lasting(_ answer: RawClient.Answer) -> RawClient.Answer {
    var lasting = answer
    lasting.headers["x-request-id"] = nil
    lasting.headers["date"] = nil
    return lasting
  }

  @Test("each leaves as one that is made anew, under the identifier of its own request")
  func same() async throws {
    try await withServer(responder: Self.respond) { _, port in
      let clients = try (0..<8).map { _ in try RawClient(port: port) }
      var identifiers: Set<String> = []
      for round in 0..<10 {
        for method in ["GET", "HEAD"] {
          for client in clients {
            let rest = "?\(round % 2) HTTP/1.1\r\nHost: a\r\nX-Shown: \(round % 3)\r\n\r\n"
            client.send("\(method) /anew\(rest)")
            let anew = try #require(client.answer(hasBody: method == "GET"))
            client.send("\(method) /again\(rest)")
            let again = try #require(client.answer(hasBody: method == "GET"))
            #expect(Self.lasting(again) == Self.lasting(anew))
            #expect(again.headers["x-request-id"]?.count == 1 && again["date"] != nil)
            identifiers.insert(try #require(again["x-request-id"]))
          }
        }
      }
      #expect(identifiers.count == 160)
    }
  }

  @Test("what differs in status, field or body, or is asked for while others wait, is not mixed up")
  func different() async throws {
    try await withServer(responder: Self.respond) { _, port in
      let clients = try (0..<40).map { _ in try RawClient(port: port) }
      for _ in 0..<3 {
        for (index, client) in clients.enumerated() {
          let status = index % 5 == 0 ? "X-Status: 404\r\n" : ""
          let waits = index % 2 == 0 ? "X-Waits: 1\r\n" : ""
          client.send(
            "GET /again?\(index % 13) HTTP/1.1\r\nHost: a\r\nX-Shown: \(index % 3)\r\n\(status)\(waits)\r\n")
        }
        for (index, client) in clients.enumerated() {
          let answer = try #require(client.answer())
          #expect(answer.text == "body of \(index % 13)\n")
          #expect(answer["x-shown"] == "\(index % 3)")
          #expect(answer.status == (index % 5 == 0 ? 404 : 200))
        }
      }
    }
  }

  @Test("the last answer of a connection says so, and the next client gets one that does not")
  func closing() async throws {
    try await withServer(responder: Self.respond) { _, port in
      for _ in 0..<3 {
        let kept = try RawClient(port: port)
        kept.send("GET /again HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(kept.answer()?["connection"] == nil)
        let closing = try RawClient(port: port)
        closing.send("GET /again HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let answer = try #require(closing.answer())
        #expect(answer.text == "body of all\n" && answer["connection"]?.lowercased() == "close")
        #expect(closing.isClosedByServer())
      }
    }
  }
}
