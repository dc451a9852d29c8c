import Foundation

/// A host that takes connections and never says a word, as a machine that hangs does.
package final class SilentHost: Sendable {
  /// The loopback port to connect to.
  package let port: Int
  private let listener: Int32

  package init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else {
      throw PostgreSQLServer.Failure(description: "The silent host cannot listen.")
    }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(listener) }
}
