import Foundation
import Synchronization
import Testing

/// Accepts connections and sends each the same bytes, whatever it asks, then closes it.
final class RawServer: Sendable {
  let port: UInt16
  private let descriptor: Int32

  init(answering bytes: [UInt8]) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, pointer, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(status)
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 65536)
        _ = recv(client, &buffer, buffer.count, 0)
        _ = bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        close(client)
      }
    }
  }

  deinit {
    // Ends the accept call of the thread.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}
