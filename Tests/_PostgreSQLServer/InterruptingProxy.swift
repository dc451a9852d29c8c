import Foundation
import Synchronization

/// Stands between a client and a server on loopback, and breaks what it is told to break.
package final class InterruptingProxy: Sendable {
  /// What happens when a client sends its commit.
  package enum Fault: Sendable, Hashable {
    case none
    /// The commit arrives, its answer is lost with the connection.
    case losesAnswer
    /// The connection is lost before the commit arrives.
    case losesCommit
    /// The commit arrives, nothing comes back, and the connection stays.
    case staysSilent
  }

  /// The loopback port to connect to.
  package let port: Int
  private let serverPort: Int
  private let listener: Int32
  private let fault = Mutex(Fault.none)
  private let isOver = Atomic<Bool>(false)
  private let isFrozen = Atomic<Bool>(false)
  private let faults = Atomic<Int>(0)

  package init(serverPort: Int) throws {
    self.serverPort = serverPort
    port = try PostgreSQLServer.freePort()
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = Self.address(port)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound, listen(listener, 16) == 0 else {
      throw PostgreSQLServer.Failure(description: "The proxy cannot listen.")
    }
    Thread.detachNewThread { [self] in accept() }
  }

  /// Breaks the next commit that comes by, once.
  package func breakNextCommit(_ fault: Fault) { self.fault.withLock { $0 = fault } }

  /// Passes nothing on any more and breaks nothing, as a machine that hangs.
  package func freeze() { isFrozen.store(true, ordering: .relaxed) }

  /// How many commits were broken.
  package var broken: Int { faults.load(ordering: .relaxed) }

  package func stop() {
    isOver.store(true, ordering: .relaxed)
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private func accept() {
    while !isOver.load(ordering: .relaxed) {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else { return }
      Thread.detachNewThread { [self] in
        pump(client)
        close(client)
      }
    }
  }

  private func pump(_ client: Int32) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    var address = Self.address(serverPort)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return }
    var silent = false
    while !isOver.load(ordering: .relaxed) {
      var ends = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&ends, 2, 1000) >= 0 else { return }
      if isFrozen.load(ordering: .relaxed) {
        // The ends stay open until the proxy stops.
        usleep(20_000)
        continue
      }
      if ends[0].revents != 0 {
        guard let bytes = Self.read(client) else { return }
        switch takeFault(bytes) {
        case .losesCommit: return
        case .losesAnswer:
          Self.write(server, bytes)
          _ = Self.read(server)  // The server has committed when it answers.
          return
        case .staysSilent:
          silent = true
          Self.write(server, bytes)
        case .none: Self.write(server, bytes)
        }
      }
      if ends[1].revents != 0 {
        guard let bytes = Self.read(server) else { return }
        if !silent { Self.write(client, bytes) }
      }
    }
  }

  /// The fault for bytes that hold a commit. Statements that are not prepared travel as their
  /// text with its end; BEGIN speaks of READ COMMITTED.
  private func takeFault(_ bytes: [UInt8]) -> Fault {
    guard String(decoding: bytes, as: UTF8.self).contains("COMMIT\0") else { return .none }
    let taken = fault.withLock { fault in
      defer { fault = .none }
      return fault
    }
    if taken != .none { faults.add(1, ordering: .relaxed) }
    return taken
  }

  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return count > 0 ? Array(buffer[0..<count]) : nil
  }

  private static func write(_ descriptor: Int32, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
