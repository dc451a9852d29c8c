#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket that listens; closed when the value is released.
final class Listener: Sendable {
  /// The socket, non-blocking.
  let descriptor: Int32
  /// The address with the port that was really given.
  let address: ListenAddress

  private init(descriptor: Int32, address: ListenAddress) {
    self.descriptor = descriptor
    self.address = address
  }

  deinit {
    close(descriptor)
    if case .unix(let path) = address.kind { unlink(path) }
  }

  /// Opens every address; those with port 0 share one port where that can be had (FR-64).
  static func open(_ addresses: [ListenAddress]) throws(HTTPServerError) -> [Listener] {
    guard !addresses.isEmpty else {
      throw HTTPServerError(.invalidAddress, "There is no address to listen on. Give at least one.")
    }
    var attempt = 0
    while true {
      attempt += 1
      do {
        return try open(addresses, sharingFreePort: attempt <= 16)
      } catch let error
        where error.code == .addressInUse && attempt <= 16
        && addresses.filter({ $0.port == 0 }).count > 1
      {
        continue
      }
    }
  }

  private static func open(
    _ addresses: [ListenAddress], sharingFreePort: Bool
  ) throws(HTTPServerError) -> [Listener] {
    let hasIPv4Loopback = addresses.contains {
      if case .tcp(let host, _) = $0.kind { host.hasPrefix("127.") } else { false }
    }
    var listeners: [Listener] = []
    var sharedPort: UInt16?
    for address in addresses {
      switch address.kind {
      case .unix(let path): listeners.append(try openUnix(path))
      case .tcp(let host, var port):
        let isFree = port == 0
        if isFree, sharingFreePort, let sharedPort { port = sharedPort }
        do {
          let listener = try openTCP(host: host, port: port)
          listeners.append(listener)
          if isFree, sharedPort == nil { sharedPort = listener.address.port }
        } catch let error where error.code == .addressNotAvailable && host == "::1" && hasIPv4Loopback {
          continue
        }
      }
    }
    return listeners
  }

  private static func openTCP(host: String, port: UInt16) throws(HTTPServerError) -> Listener {
    let address = ListenAddress.tcp(host, port: port)
    guard let parsed = SocketAddress(host: host, port: port) else {
      throw HTTPServerError(
        .invalidAddress,
        "\(host) is not a numeric address. Write one like 127.0.0.1, 0.0.0.0 or ::1.")
    }
    let descriptor = try makeSocket(parsed.family, for: address)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    if parsed.family == AF_INET6 {
      setsockopt(
        descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    try bindAndListen(descriptor, to: parsed, for: address)
    let port = SocketAddress(localOf: descriptor)?.port ?? port
    return Listener(descriptor: descriptor, address: .tcp(host, port: port))
  }

  private static func openUnix(_ path: String) throws(HTTPServerError) -> Listener {
    let address = ListenAddress.unix(path)
    guard let parsed = SocketAddress(unixPath: path) else {
      throw HTTPServerError(
        .invalidAddress, "The socket path \(path) is empty or longer than the system takes. Shorten it.")
    }
    removeStaleSocket(path, parsed)
    let descriptor = try makeSocket(AF_UNIX, for: address)
    try bindAndListen(descriptor, to: parsed, for: address)
    return Listener(descriptor: descriptor, address: address)
  }

  /// A socket file that nobody answers is left from a process that was killed.
  private static func removeStaleSocket(_ path: String, _ address: SocketAddress) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
    let probe = socket(AF_UNIX, streamType, 0)
    guard probe >= 0 else { return }
    defer { close(probe) }
    if address.withPointer({ connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED { unlink(path) }
  }

  private static func makeSocket(_ family: Int32, for address: ListenAddress) throws(HTTPServerError) -> Int32
  {
    let descriptor = socket(family, streamType, 0)
    guard descriptor >= 0 else { throw failure(errno, address) }
    setNonBlockingAndPrivate(descriptor)
    return descriptor
  }

  private static func bindAndListen(
    _ descriptor: Int32, to parsed: SocketAddress, for address: ListenAddress
  ) throws(HTTPServerError) {
    guard parsed.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1024) == 0 else {
      let cause = errno
      close(descriptor)
      throw failure(cause, address)
    }
  }

  private static func failure(_ cause: Int32, _ address: ListenAddress) -> HTTPServerError {
    switch cause {
    case EADDRINUSE:
      HTTPServerError(
        .addressInUse,
        "Another program listens on \(address). Stop it, or choose another port (0 takes any free one).")
    case EACCES, EPERM:
      HTTPServerError(
        .permissionDenied,
        "This user may not listen on \(address). Choose a port of 1024 or above, or a folder it can write to."
      )
    case EADDRNOTAVAIL, EAFNOSUPPORT:
      HTTPServerError(
        .addressNotAvailable,
        "No interface of this machine has the address of \(address). Listen on 127.0.0.1 or 0.0.0.0.")
    case ENOENT, ENOTDIR:
      HTTPServerError(.invalidAddress, "The folder of \(address) does not exist. Create it first.")
    default:
      HTTPServerError(
        .systemFailure, "Cannot listen on \(address): \(String(cString: strerror(cause))).")
    }
  }
}

#if canImport(Glibc)
  let streamType = Int32(SOCK_STREAM.rawValue)
#else
  let streamType = SOCK_STREAM
#endif

/// Makes a descriptor non-blocking and keeps it from programs that this one starts.
func setNonBlockingAndPrivate(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}
