import BramleyCrypto
@testable import BramleyHTTP
import Foundation
import Testing

@Suite("HTTP server: start and stop", .timeLimit(.minutes(1)))
struct HTTPServerLifeTests {
  @Test("refuses to start where another program listens, and says what to do")
  func addressInUse() async throws {
    try await withServer(responder: echo) { _, port in
      let other = HTTPServer(
        .init(addresses: [.tcp("127.0.0.1", port: port)]), responder: ClosureResponder(body: echo))
      let error = #expect(throws: HTTPServerError(.addressInUse)) { try other.start() }
      #expect(error?.description.contains("127.0.0.1:\(port)") == true)
    }
  }

  @Test(
    "refuses addresses that cannot work",
    arguments: [
      ([], HTTPServerError.Code.invalidAddress), ([.tcp("localhost", port: 0)], .invalidAddress),
      ([.tcp("192.0.2.1", port: 0)], .addressNotAvailable),
      ([.unix("/nonexistent/folder/s")], .invalidAddress),
      ([.unix("/tmp/" + String(repeating: "a", count: 200))], .invalidAddress),
    ] as [([ListenAddress], HTTPServerError.Code)])
  func badAddresses(_ addresses: [ListenAddress], _ code: HTTPServerError.Code) {
    let server = HTTPServer(.init(addresses: addresses), responder: ClosureResponder(body: echo))
    #expect(throws: HTTPServerError(code)) { try server.start() }
    #expect(server.boundAddresses.isEmpty)
  }

  @Test("refuses a certificate that is none")
  func badCertificate() {
    var configuration = HTTPServer.Configuration(addresses: [.tcp("127.0.0.1", port: 0)])
    configuration.tls = .init(certificatePEM: "nonsense", privateKeyPEM: Secret(utf8: "nonsense"))
    let server = HTTPServer(configuration, responder: ClosureResponder(body: echo))
    #expect(throws: HTTPServerError(.invalidCertificate)) { try server.start() }
  }

  @Test("refuses a second start")
  func secondStart() async throws {
    try await withServer(responder: echo) { server, _ in
      _ = #expect(throws: HTTPServerError(.alreadyStarted)) { try server.start() }
    }
  }

  @Test(
    "reads addresses",
    arguments: [
      ("127.0.0.1:8080", ListenAddress.tcp("127.0.0.1", port: 8080)), ("[::1]:0", .tcp("::1", port: 0)),
      ("unix:/run/b.sock", .unix("/run/b.sock")),
    ])
  func readsAddress(_ text: String, _ address: ListenAddress) {
    #expect(ListenAddress(parsing: text) == address)
    #expect(address.description == text)
  }

  @Test(
    "does not read what is no address",
    arguments: [
      "", ":", "8080", "localhost:8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "::1:80",
      "[127.0.0.1]:80",
      "unix:", "unix:relative", "127.0.0.1:-1", "[::1]", "1.2.3:80",
    ])
  func refusesAddress(_ text: String) {
    #expect(ListenAddress(parsing: text) == nil)
  }

  @Test("answers on 127.0.0.1 and [::1] at one port where both exist (FR-64)")
  func bothLoopbacks() async throws {
    try await withServer(
      configure: { $0.addresses = [.tcp("127.0.0.1", port: 0), .tcp("::1", port: 0)] }, responder: echo
    ) { server, port in
      let bound = server.boundAddresses
      #expect(Set(bound.compactMap(\.port)) == [port])
      for address in bound {
        let client = try RawClient(port: port, isIPv6: address != bound[0])
        client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.answer()?.status == 200)
      }
    }
  }

  @Test("answers on a Unix socket, takes the place of one left behind, and removes its own")
  func unixSocket() async throws {
    let path = NSTemporaryDirectory() + "b\(UInt32.random(in: 0 ... .max)).sock"
    let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(left, $0, size) }
    }
    close(left)
    #expect(FileManager.default.fileExists(atPath: path))
    try await withServer(
      configure: { $0.addresses = [.unix(path)] }, responder: { .text($0.peer) }
    ) { _, _ in
      let client = try RawClient(unixPath: path)
      client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.answer()?.text == "unix")
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("lets answers under way leave before it stops, and takes no new connection")
  func gracefulStop() async throws {
    let started = Gate()
    let finish = Gate()
    let configuration = HTTPServer.Configuration(addresses: [.tcp("127.0.0.1", port: 0)])
    let server = HTTPServer(
      configuration,
      responder: ClosureResponder { _ in
        started.open()
        await finish.wait()
        return .text("done")
      })
    try server.start()
    let port = try #require(server.port)
    let client = try RawClient(port: port)
    let idle = try RawClient(port: port)
    client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
    await started.wait()
    let stopping = Task { await server.stop() }
    // The listening socket closes first, while the answer is still owed.
    while (try? RawClient(port: port)) != nil { await Task.yield() }
    finish.open()
    await stopping.value
    let answer = try await onOwnThread { [client = Unchecked(client)] in client.value.answer() }
    #expect(answer?.text == "done")
    #expect(answer?["connection"]?.lowercased() == "close")
    let isClosed = try await onOwnThread { [idle = Unchecked(idle)] in idle.value.isClosedByServer() }
    #expect(isClosed)
    await server.stop()
  }

  @Test("answers 503 to what is not done by the deadline, and cancels it")
  func stopDeadline() async throws {
    let started = Gate()
    let cancelled = Gate()
    var configuration = HTTPServer.Configuration(addresses: [.tcp("127.0.0.1", port: 0)])
    configuration.stopDeadline = .milliseconds(50)
    let server = HTTPServer(
      configuration,
      responder: ClosureResponder { _ in
        started.open()
        await untilCancelled()
        cancelled.open()
        return .text("too late")
      })
    try server.start()
    let client = try RawClient(port: try #require(server.port))
    client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
    await started.wait()
    await server.stop()
    #expect(await cancelled.opens())
    let answer = try await onOwnThread { [client = Unchecked(client)] in client.value.answer() }
    #expect(answer?.status == 503)
  }

  @Test("stops while bodies trickle and clients send nothing")
  func stopWhileTrickling() async throws {
    let started = Gate()
    var configuration = HTTPServer.Configuration(addresses: [.tcp("127.0.0.1", port: 0)])
    configuration.stopDeadline = .milliseconds(20)
    let server = HTTPServer(
      configuration,
      responder: ClosureResponder { _ in
        started.open()
        return HTTPResponse(
          status: 200, body: [UInt8](repeating: 65, count: 1000),
          delivery: .trickle(millisecondsPerByte: 5_000))
      })
    try server.start()
    let port = try #require(server.port)
    let clients = try (0..<8).map { _ in try RawClient(port: port) }
    for client in clients.dropLast(2) { client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n") }
    clients[7].send("GET /half")
    await started.wait()
    await server.stop()
    #expect(server.boundAddresses.isEmpty)
  }

  @Test("starts and stops many times under load, and loses no connection in between")
  func restarts() async throws {
    for _ in 0..<20 {
      try await withServer(
        responder: { request in
          await Task.yield()
          return await echo(request)
        }
      ) { _, port in
        let clients = try (0..<10).map { _ in try RawClient(port: port) }
        for client in clients { client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n") }
        for client in clients { #expect(client.answer()?.status == 200) }
        for client in clients { client.send("GET /y HTTP/1.1\r\nHost: a\r\n\r\n") }
      }
    }
  }
}

/// Carries a value that only one thread at a time uses to another thread.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
