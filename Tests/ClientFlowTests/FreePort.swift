import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A loopback port that nobody listened on a moment ago: `serve` announces the origin that it was given, so
/// the port has to be known before it starts.
func freePort() throws -> UInt16 {
  #if canImport(Glibc)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
  #endif
  try #require(descriptor >= 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { any in
      bind(descriptor, any, size) == 0 ? getsockname(descriptor, any, &size) : -1
    }
  }
  try #require(status == 0)
  return UInt16(bigEndian: address.sin_port)
}
