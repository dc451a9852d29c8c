// The system modules that may own the socket types, depending on which is read first.
import CCurl
import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket address of the system.
struct SocketAddress {
  private var storage: sockaddr_storage
  private var length: socklen_t

  /// An empty address to be filled in by the system.
  init() {
    storage = sockaddr_storage()
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
  }

  /// A numeric address and a port in host order.
  init?(host: String, port: UInt16) {
    guard let address = ClientAddress(parsing: host) else { return nil }
    self.init()
    let isIPv6 = host.utf8.contains(UInt8(ascii: ":"))
    if isIPv6 {
      var value = sockaddr_in6()
      value.sin6_family = sa_family_t(AF_INET6)
      value.sin6_port = port.bigEndian
      // Parsed again by the system: an IPv4-mapped address stays IPv6 for a socket.
      guard inet_pton(AF_INET6, host, &value.sin6_addr) == 1 else { return nil }
      store(&value)
    } else {
      var value = sockaddr_in()
      value.sin_family = sa_family_t(AF_INET)
      value.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &value.sin_addr) { $0.copyBytes(from: address.bytes) }
      store(&value)
    }
  }

  /// The path of a Unix socket; nil when it is empty or too long.
  init?(unixPath: String) {
    self.init()
    var value = sockaddr_un()
    value.sun_family = sa_family_t(AF_UNIX)
    let path = Array(unixPath.utf8)
    guard !path.isEmpty, !path.contains(0), path.count < MemoryLayout.size(ofValue: value.sun_path) else {
      return nil
    }
    withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: path) }
    store(&value)
  }

  /// The address that a socket is bound to.
  init?(localOf descriptor: Int32) {
    self.init()
    guard withMutablePointer({ getsockname(descriptor, $0, $1) }) == 0 else { return nil }
  }

  /// Copies an address that the system or a library holds.
  init(copying pointer: UnsafePointer<sockaddr>) {
    self.init()
    let size =
      switch Int32(pointer.pointee.sa_family) {
      case AF_INET: MemoryLayout<sockaddr_in>.size
      case AF_INET6: MemoryLayout<sockaddr_in6>.size
      default: MemoryLayout<sa_family_t>.size
      }
    withUnsafeMutableBytes(of: &storage) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: size))
    }
    length = socklen_t(size)
  }

  /// `AF_INET`, `AF_INET6` or `AF_UNIX`.
  var family: Int32 { Int32(storage.ss_family) }

  /// The port in host order, or nil for a Unix socket.
  var port: UInt16? {
    guard family == AF_INET || family == AF_INET6 else { return nil }
    // The port stands behind the family in both.
    return withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
  }

  /// The address without the port.
  var client: ClientAddress {
    withUnsafeBytes(of: storage) { bytes in
      switch family {
      case AF_INET: ClientAddress(bytes: Array(bytes[4..<8])) ?? .unixSocket
      case AF_INET6: ClientAddress(bytes: Array(bytes[8..<24])) ?? .unixSocket
      default: .unixSocket
      }
    }
  }

  /// Lends the address to a call that reads one.
  func withPointer<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// Lends the address to a call that fills it in.
  mutating func withMutablePointer<R>(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> R
  ) -> R {
    var length = length
    defer { self.length = length }
    return withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
  }

  private mutating func store<Value>(_ value: inout Value) {
    length = socklen_t(MemoryLayout<Value>.size)
    #if canImport(Darwin)
      withUnsafeMutableBytes(of: &value) { $0[0] = UInt8(length) }
    #endif
    withUnsafeMutableBytes(of: &storage) { target in
      withUnsafeBytes(of: &value) { target.copyMemory(from: $0) }
    }
  }
}
