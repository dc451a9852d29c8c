@testable import BramleyHTTP
import Foundation
import Synchronization
import Testing

@Suite("HTTP server: limits", .timeLimit(.minutes(1)))
struct HTTPServerLimitTests {
  @Test(
    "answers 413 in the caller's envelope to a body that is too long",
    arguments: [
      "Content-Length: 20\r\n\r\n" + String(repeating: "a", count: 20),
      "Content-Length: 20\r\nExpect: 100-continue\r\n\r\n", "Content-Length: 2000000\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\n14\r\n" + String(repeating: "a", count: 20) + "\r\n0\r\n\r\n",
    ])
  func bodyTooLong(_ rest: String) async throws {
    let asked = Counter()
    try await withServer(
      configure: {
        $0.bodyLimit = 10
        $0.renderRefusal = { refusal, request in
          .json(
            Array("{\"reason\":\"\(refusal.sentence)\",\"path\":\"\(request?.path ?? "-")\"}".utf8),
            status: refusal.status)
        }
      },
      responder: { request in
        asked.add()
        return await echo(request)
      }
    ) { _, port in
      let client = try RawClient(port: port)
      client.send("POST /x HTTP/1.1\r\nHost: a\r\n" + rest)
      let answer = client.answer()
      #expect(answer?.status == 413)
      #expect(answer?.text == #"{"reason":"The request body is longer than 10 bytes.","path":"/x"}"#)
      #expect(client.isClosedByServer())
    }
    #expect(asked.count == 0)
  }

  @Test("takes a body of exactly the limit")
  func bodyAtLimit() async throws {
    try await withServer(configure: { $0.bodyLimit = 10 }, responder: echo) { _, port in
      let client = try RawClient(port: port)
      client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789")
      #expect(client.answer()?.text == "POST /x ? 0123456789")
    }
  }

  @Test("hangs up on a chunked body that never ends")
  func endlessBody() async throws {
    try await withServer(configure: { $0.bodyLimit = 1000 }, responder: echo) { _, port in
      let client = try RawClient(port: port)
      client.send("POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "400\r\n" + String(repeating: "a", count: 0x400) + "\r\n"
      var isOpen = true
      for _ in 0..<10_000 where isOpen { isOpen = client.send(chunk) }
      #expect(!isOpen)
    }
  }

  @Test("answers 503 and cancels a handler that takes too long")
  func deadline() async throws {
    let cancelled = Gate()
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      await untilCancelled()
      cancelled.open()
      return .text("too late")
    }
    try await withRunningServer(configure: { $0.responseDeadline = .milliseconds(40) }, responder: respond) {
      _, port in
      let answer = try await onOwnThread {
        let client = try RawClient(port: port)
        client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
        return client.answer()?.status
      }
      #expect(answer == 503)
      #expect(await cancelled.opens())
    }
  }

  @Test("cancels a handler whose client has gone")
  func clientGone() async throws {
    let started = Gate()
    let cancelled = Gate()
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      started.open()
      await untilCancelled()
      cancelled.open()
      return .text("for nobody")
    }
    try await withRunningServer(
      configure: {
        $0.absenceCheck = .milliseconds(1)
        // Makes the watch look often.
        $0.deliveryTimeout = .milliseconds(40)
      }, responder: respond
    ) { _, port in
      let client = try RawClient(port: port)
      client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      await started.wait()
      client.close()
      #expect(await cancelled.opens())
    }
  }

  @Test("ends a connection whose request does not arrive in time")
  func slowArrival() async throws {
    try await withServer(
      configure: {
        $0.idleTimeout = .seconds(1)
        $0.arrivalTimeout = .milliseconds(50)
      }, responder: echo
    ) { _, port in
      let client = try RawClient(port: port)
      client.send("GET /x HTTP/1.1\r\nHost: a\r\n")
      // Bytes keep coming, so the idle time-out alone would never end this.
      var isOpen = true
      let start = ContinuousClock.now
      while isOpen, ContinuousClock.now - start < .seconds(4) {
        isOpen = client.send("X-A: b\r\n")
        usleep(20_000)
      }
      #expect(!isOpen)
    }
  }

  @Test(
    "answers 500 instead of an answer with a line break in a field",
    arguments: [
      ("location", "/x\r\nSet-Cookie: a=b"), ("x-a", "b\nc"), ("x-a\r\nx-b", "c"), ("x-a", "\0"),
    ])
  func responseSplitting(_ name: String, _ value: String) async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(status: 200, headers: [name: value])
    }
    try await withServer(responder: respond) { _, port in
      let client = try RawClient(port: port)
      client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = client.answer()
      #expect(answer?.status == 500)
      #expect(answer?["set-cookie"] == nil)
      #expect(answer?["x-b"] == nil)
    }
  }

  @Test("takes no more connections than its limit, and takes new ones once others have gone")
  func connectionLimit() async throws {
    try await withServer(
      configure: {
        $0.threads = 2
        $0.connectionLimit = 4
      }, responder: echo
    ) { server, port in
      var clients = try (0..<12).map { _ in try RawClient(port: port) }
      for client in clients { client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n") }
      let answered = clients.filter { $0.answer()?.status == 200 }
      #expect(answered.count == 4)
      clients = []
      for client in answered { client.close() }
      while server.connectionCount > 0 { sched_yield() }
      let late = try RawClient(port: port)
      late.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(late.answer()?.status == 200)
    }
  }

  @Test("counts connections by address, IPv6 by its /64, and spares loopback and listed proxies (A38)")
  func connectionsPerAddress() throws {
    func peer(_ text: String) throws -> ClientAddress { try #require(ClientAddress(parsing: text)) }
    let registry = ConnectionRegistry(
      limit: 6, limitPerAddress: 1, exemptions: [try peer("192.0.2.7")])
    #expect(registry.reserve(try peer("2001:db8:1:2::1")))
    #expect(!registry.reserve(try peer("2001:db8:1:2:ffff::9")))
    #expect(registry.reserve(try peer("2001:db8:1:3::1")))
    for _ in 0..<2 { #expect(registry.reserve(try peer("192.0.2.7"))) }
    for _ in 0..<2 { #expect(registry.reserve(try peer("127.0.0.1"))) }
    #expect(!registry.reserve(try peer("127.0.0.1")))
    registry.release(try peer("2001:db8:1:2::1"))
    #expect(registry.reserve(try peer("2001:db8:1:2:ffff::9")))
    let connection = Connection(socket: -1, peer: try peer("2001:db8:1:2:ffff::9"), now: .now)
    registry.add(connection)
    registry.remove(connection)
    registry.remove(connection)
    #expect(registry.reserve(try peer("2001:db8:1:2::1")))
    #expect(!registry.reserve(try peer("2001:db8:1:4::1")))
  }
}
