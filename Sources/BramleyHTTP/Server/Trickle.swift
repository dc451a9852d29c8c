import CMicroHTTPD
import Synchronization

/// A body that leaves byte by byte, so that an emulator can play a slow server.
final class Trickle: Sendable {
  private let body: [UInt8]
  private let pause: Duration
  private let daemon: Daemon
  private let connection: SuspendedHandle
  /// Whether the pause before the next byte is over.
  private let isDue = Atomic<Bool>(true)

  /// `@unchecked Sendable`: used from outside only to resume a suspended connection, which stays alive.
  private struct SuspendedHandle: @unchecked Sendable { let pointer: OpaquePointer }

  init(_ body: [UInt8], millisecondsPerByte: Int, handle: OpaquePointer, daemon: Daemon) {
    self.body = body
    pause = .milliseconds(max(0, millisecondsPerByte))
    self.daemon = daemon
    connection = SuspendedHandle(pointer: handle)
  }

  func makeResponse() -> OpaquePointer? {
    let context = Unmanaged.passRetained(self)
    let response = MHD_create_response_from_callback(
      UInt64(body.count), 64,
      { context, position, buffer, room in
        guard let context, let buffer, room > 0 else { return bramley_reader_failed() }
        return Unmanaged<Trickle>.fromOpaque(context).takeUnretainedValue()
          .write(at: Int(clamping: position), into: buffer)
      }, context.toOpaque(), { context in context.map { Unmanaged<Trickle>.fromOpaque($0).release() } })
    if response == nil { context.release() }
    return response
  }

  private func write(at position: Int, into buffer: UnsafeMutablePointer<CChar>) -> Int {
    guard position < body.count, !daemon.isClosed.load(ordering: .sequentiallyConsistent) else {
      return bramley_reader_failed()
    }
    if isDue.exchange(false, ordering: .acquiringAndReleasing) {
      buffer[0] = CChar(bitPattern: body[position])
      return 1
    }
    MHD_suspend_connection(connection.pointer)
    daemon.sleepers.sleep(pause) { [self] in
      isDue.store(true, ordering: .releasing)
      MHD_resume_connection(connection.pointer)
    }
    return 0
  }
}
