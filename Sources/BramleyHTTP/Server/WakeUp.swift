#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A descriptor that a waiting thread polls beside its sockets, so that another thread can wake it.
final class WakeUp: Sendable {
  /// Readable once ``signal()`` was called.
  let readEnd: Int32
  private let writeEnd: Int32

  /// Nil when the process has no descriptor left.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    readEnd = ends[0]
    writeEnd = ends[1]
    setNonBlockingAndPrivate(readEnd)
    setNonBlockingAndPrivate(writeEnd)
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes whoever polls; a full pipe is awake already.
  func signal() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }
}
