import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A server that answers every request with the number of the connection it came over.
final class NumberingServer: Sendable {
  struct Failed: Error {}

  let port: UInt16

  /// Takes two connections, then no more; its threads end with their connections.
  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw Failed() }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      for number in 1...2 {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        Thread.detachNewThread { Self.serve(connection, number) }
      }
      close(listener)
    }
  }

  private static func serve(_ connection: Int32, _ number: Int) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var seen: [UInt8] = []
    while true {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      seen += buffer[..<count]
      guard seen.suffix(4) == Array("\r\n\r\n".utf8)[...] else { continue }
      seen = []
      let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)".utf8)
      _ = write(connection, answer, answer.count)
    }
    close(connection)
  }
}
