@testable import BramleyHTTP
import BramleyCrypto
import Foundation
import Testing

@Suite("HTTP client")
struct HTTPClientTests {
  private func failure(
    _ configuration: HTTPClient.Configuration = .development, _ request: OutgoingRequest
  ) async throws -> HTTPClientError? {
    let client = try HTTPClient(configuration)
    do {
      let answer = try await client.send(request)
      Issue.record("answered \(answer.status)")
      return nil
    } catch {
      return error
    }
  }

  /// A server that never answers; the gate opens when it has a request.
  private func withSilentServer(_ body: @Sendable (Gate, UInt16) async throws -> Void) async throws {
    let started = Gate()
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      started.open()
      await untilCancelled()
      return .text("")
    }
    try await withRunningServer(
      configure: { $0.stopDeadline = .milliseconds(10) }, responder: respond
    ) { _, port in try await body(started, port) }
  }

  @Test(
    "refuses what is no address of the web before anything is sent (A39)",
    arguments: [
      "", "/relative", "ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://127.0.0.1/", "http://",
      "http:///x",
      "http://user:secret@127.0.0.1/", "http://127.0.0.1/a b", "http://127.0.0.1/a\r\nX: y",
      "javascript:alert(1)",
    ])
  func badAddress(_ url: String) async throws {
    let error = try await failure(.development, .get(url))
    #expect(error?.code == .malformed)
    #expect(error?.isBeforeSending == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test("refuses fields that would begin another field")
  func fieldInjection() async throws {
    let error = try await failure(
      .development, .get("http://127.0.0.1:1/", headers: ["x-a": "b\r\nx-c: d"]))
    #expect(error?.code == .malformed)
  }

  @Test(
    "refuses addresses that are not public, however they are written or found (A39)",
    arguments: [
      "http://127.0.0.1:PORT/", "http://localhost:PORT/", "http://[::1]:PORT/", "http://0.0.0.0:PORT/",
      "http://[::ffff:127.0.0.1]:PORT/", "http://2130706433:PORT/", "http://0x7f.1:PORT/",
      "http://rebound.example:PORT/", "http://169.254.169.254/latest/meta-data", "http://10.0.0.1/",
      "http://[fd00::1]/", "http://[64:ff9b::7f00:1]/",
    ])
  func privateAddress(_ url: String) async throws {
    let asked = Counter()
    try await withRunningServer(responder: { request in
      asked.add()
      return await echo(request)
    }) { _, port in
      var configuration = HTTPClient.Configuration()
      configuration.fixedAddresses = ["rebound.example:\(port):127.0.0.1"]
      let error = try await failure(
        configuration, .get(url.replacingOccurrences(of: "PORT", with: String(port))))
      #expect(error?.code == .privateAddress)
      #expect(error?.isBeforeSending == true)
    }
    #expect(asked.count == 0)
  }

  @Test("says that nobody listens")
  func refused() async throws {
    let port = try await withServer(responder: echo) { _, port in port }
    let error = try await failure(.development, .get("http://127.0.0.1:\(port)/secret?code=1"))
    #expect(error?.code == .couldNotConnect)
    #expect(error?.isBeforeSending == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test("ends at its deadline", arguments: [true, false])
  func timesOut(hasHead: Bool) async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      if !hasHead { await untilCancelled() }
      return HTTPResponse(
        status: 200, body: Array("slow".utf8), delivery: .trickle(millisecondsPerByte: 60_000))
    }
    try await withRunningServer(
      configure: { $0.stopDeadline = .milliseconds(10) }, responder: respond
    ) { _, port in
      var request = OutgoingRequest.get("http://127.0.0.1:\(port)/")
      request.timeout = .milliseconds(50)
      let error = try await failure(.development, request)
      #expect(error?.code == .timedOut)
    }
  }

  @Test("ends when its task is cancelled")
  func cancelled() async throws {
    try await withSilentServer { started, port in
      let client = try HTTPClient(.development)
      let task = Task { try await client.send(.get("http://127.0.0.1:\(port)/")) }
      await started.wait()
      task.cancel()
      let result = await task.result
      #expect(throws: HTTPClientError(.cancelled, "")) { try result.get() }
    }
  }

  @Test("a task cancelled before it begins sends nothing")
  func cancelledBefore() async throws {
    let client = try HTTPClient(.development)
    let gate = Gate()
    let task = Task {
      await gate.wait()
      return try await client.send(.get("http://127.0.0.1:1/"))
    }
    task.cancel()
    gate.open()
    let result = await task.result
    #expect(throws: HTTPClientError(.cancelled, "")) { try result.get() }
  }

  @Test(
    "tells a broken connection and an answer that is no HTTP",
    arguments: [
      ("", HTTPClientError.Code.reset), ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", .reset),
      ("nonsense\r\n\r\n", .malformed), ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", .malformed),
      ("HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n", .malformed),
      ("HTTP/1.1 200 OK\r\n" + String(repeating: "X-A: b\r\n", count: 300) + "\r\n", .malformed),
    ])
  func brokenAnswer(_ bytes: String, _ code: HTTPClientError.Code) async throws {
    let server = try RawServer(answering: Array(bytes.utf8))
    let error = try await failure(.development, .get("http://127.0.0.1:\(server.port)/"))
    #expect(error?.code == code)
  }

  @Test("takes no answer that is longer than its limit", arguments: [true, false])
  func tooLarge(declared: Bool) async throws {
    let length = declared ? "Content-Length: 2000\r\n" : ""
    let server = try RawServer(
      answering: Array("HTTP/1.1 200 OK\r\n\(length)\r\n\(String(repeating: "a", count: 2000))".utf8))
    var configuration = HTTPClient.Configuration.development
    configuration.bodyLimit = 1999
    let error = try await failure(configuration, .get("http://127.0.0.1:\(server.port)/"))
    #expect(error?.code == .tooLarge)
  }

  @Test("follows no redirect")
  func redirect() async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      .redirect(to: "/elsewhere", status: 302)
    }
    try await withRunningServer(responder: respond) { _, port in
      let answer = try await HTTPClient(.development).send(.get("http://127.0.0.1:\(port)/"))
      #expect(answer.status == 302)
      #expect(answer.headers["location"] == "/elsewhere")
    }
  }

  @Test("refuses more than it is allowed to carry, and everything after it was closed")
  func overloadAndClose() async throws {
    try await withSilentServer { started, port in
      var configuration = HTTPClient.Configuration.development
      configuration.concurrencyLimit = 1
      let client = try HTTPClient(configuration)
      let request = OutgoingRequest.get("http://127.0.0.1:\(port)/")
      let first = Task { try await client.send(request) }
      await started.wait()
      await #expect(throws: HTTPClientError(.overloaded, "")) { try await client.send(request) }
      client.close()
      let result = await first.result
      #expect(throws: HTTPClientError(.cancelled, "")) { try result.get() }
      await #expect(throws: HTTPClientError(.cancelled, "")) { try await client.send(request) }
    }
  }

  @Test(
    "sends method, target, fields and body as they are",
    arguments: [
      HTTPMethod.get, .post, .put, .patch, .delete,
    ])
  func sends(_ method: HTTPMethod) async throws {
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      var response = await echo(request)
      response.headers["x-seen"] =
        "\(request.headers["user-agent"] ?? "-")|\(request.headers["x-a"] ?? "-")|\(request.headers["expect"] ?? "-")|\(request.headers["content-type"] ?? "-")"
      return response
    }
    try await withRunningServer(responder: respond) { _, port in
      var configuration = HTTPClient.Configuration.development
      configuration.userAgent = "Bramley/1"
      let request = OutgoingRequest(
        method: method, url: "http://127.0.0.1:\(port)/a/../%2e?q=%20", headers: ["x-a": "b"],
        body: method == .get ? [] : [UInt8](repeating: 97, count: 3000))
      let answer = try await HTTPClient(configuration).send(request)
      #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("\(method.rawValue) /a/../%2e ?q=%20 "))
      #expect(answer.body.count > (method == .get ? 0 : 3000))
      #expect(answer.headers["x-seen"] == "Bramley/1|b|-|-")
    }
  }

  @Test("answers HEAD, keeps connections, and carries many requests at once")
  func manyRequests() async throws {
    try await withRunningServer(responder: echo) { server, port in
      let client = try HTTPClient(.development)
      let head = try await client.send(OutgoingRequest(method: .head, url: "http://127.0.0.1:\(port)/"))
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      for _ in 0..<5 { _ = try await client.send(.get("http://127.0.0.1:\(port)/")) }
      #expect(server.connectionCount == 1)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<200 {
          group.addTask {
            let answer = try await client.send(.get("http://127.0.0.1:\(port)/\(index)"))
            return String(decoding: answer.body, as: UTF8.self) == "GET /\(index) ? "
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
      #expect(server.connectionCount <= 16)
    }
  }

  @Test("speaks TLS with a certificate of the given authority, and with no other")
  func tls() async throws {
    let file = NSTemporaryDirectory() + "ca\(UInt32.random(in: 0 ... .max)).pem"
    try TestCertificate.authority.write(toFile: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let identity = HTTPServer.TLSIdentity(
      certificatePEM: TestCertificate.certificate, privateKeyPEM: Secret(utf8: TestCertificate.privateKey))
    let respond: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      await Task.yield()
      return await echo(request)
    }
    try await withRunningServer(configure: { $0.tls = identity }, responder: respond) { _, port in
      let url = "https://localhost:\(port)/x"
      let distrust = try await failure(.development, .get(url))
      #expect(distrust?.code == .tls)
      var configuration = HTTPClient.Configuration.development
      configuration.certificateAuthorityFile = file
      configuration.fixedAddresses = ["localhost:\(port):127.0.0.1", "other.example:\(port):127.0.0.1"]
      let client = try HTTPClient(configuration)
      for _ in 0..<3 {
        let answer = try await client.send(.post(url, json: Array("{}".utf8)))
        #expect(String(decoding: answer.body, as: UTF8.self) == "POST /x ? {}")
      }
      let wrongName = try await failure(configuration, .get("https://other.example:\(port)/"))
      #expect(wrongName?.code == .tls)
    }
  }
}
