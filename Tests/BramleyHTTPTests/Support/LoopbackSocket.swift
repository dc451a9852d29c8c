import Foundation
import Testing

/// A socket that listens on a free port of the loopback address.
func listenOnLoopback() throws -> (descriptor: Int32, port: UInt16) {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let listens = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      bind(descriptor, pointer, size) == 0 && listen(descriptor, 16) == 0
        && getsockname(descriptor, pointer, &size) == 0
    }
  }
  try #require(listens)
  return (descriptor, UInt16(bigEndian: address.sin_port))
}
