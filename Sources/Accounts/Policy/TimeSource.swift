/// Tells the time; a parameter, so that no rule waits for it in a test.
package protocol TimeSource: Sendable {
  /// The instant now.
  func now() -> Timestamp
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's clock.
package struct SystemTime: TimeSource {
  /// The system's clock.
  package init() {}

  package func now() -> Timestamp { Timestamp(milliseconds: Self.microseconds() / 1000) }

  /// Microseconds since 1970, for identifiers.
  package static func microseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
