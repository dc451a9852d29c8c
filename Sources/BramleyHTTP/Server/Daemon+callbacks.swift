import CMicroHTTPD
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// The library calls these on its own threads. Context pointers are unretained for the daemon, which outlives
// the library's handle, and retained for connections and exchanges until the library says that they are over.

/// The length of a C string in bytes.
func textLength(_ text: UnsafePointer<CChar>) -> Int { Int(strlen(text)) }

/// A connection has begun or has ended.
func noteConnection(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
) {
  guard let context, let handle, let slot else { return }
  let daemon = Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
  if event == .CONNECTION_NOTIFY_STARTED {
    let peer = bramley_connection_address(handle).map { SocketAddress(copying: $0).client } ?? .unixSocket
    let connection = Connection(socket: bramley_connection_socket(handle), peer: peer, now: .now)
    daemon.registry.add(connection)
    slot.pointee = Unmanaged.passRetained(connection).toOpaque()
  } else if let stored = slot.pointee {
    let connection = Unmanaged<Connection>.fromOpaque(stored).takeRetainedValue()
    slot.pointee = nil
    daemon.registry.remove(connection)
  }
}

/// The request line has come: the target is still as it was sent.
func noteTarget(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let context, let handle, let target, let stored = bramley_connection_context(handle) else {
    return nil
  }
  let daemon = Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
  let connection = Unmanaged<Connection>.fromOpaque(stored).takeUnretainedValue()
  daemon.underWay.add(1, ordering: .relaxed)
  let exchange = Exchange(connection: connection, handle: handle, target: target)
  return Unmanaged.passRetained(exchange).toOpaque()
}

/// The answer has left, or the connection was lost.
func noteCompletion(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  guard let context, let stored = slot?.pointee else { return }
  let daemon = Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
  let exchange = Unmanaged<Exchange>.fromOpaque(stored).takeRetainedValue()
  slot?.pointee = nil
  exchange.release()
  exchange.connection.enter(.receiving)
  daemon.underWay.subtract(1, ordering: .relaxed)
}

/// The head, each piece of the body, the end of the request, and the resumption after a suspension.
func answerAccess(
  _ context: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
  _ uploadSize: UnsafeMutablePointer<Int>?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let handle, let method, let version, let uploadSize, let stored = slot?.pointee else {
    return MHD_Result.NO
  }
  let daemon = Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
  let exchange = Unmanaged<Exchange>.fromOpaque(stored).takeUnretainedValue()
  switch exchange.stage {
  case .head:
    guard exchange.isFollowed(by: version) else {
      return daemon.refuse(exchange, handle, .malformed("The request line holds a NUL or a second space."))
    }
    return daemon.takeHead(
      exchange, handle, method: String(cString: method), version: String(cString: version))
  case .body(let dropped):
    guard uploadSize.pointee > 0 else { return daemon.dispatch(exchange, handle) }
    let piece = UnsafeRawBufferPointer(start: upload, count: upload == nil ? 0 : uploadSize.pointee)
    uploadSize.pointee = 0
    return daemon.takeBody(exchange, piece, dropped: dropped)
  case .responding: return daemon.deliver(exchange, handle)
  case .answered: return MHD_Result.NO
  }
}
