import Synchronization

@testable import Accounts

/// A clock that stands until it is moved.
final class TestTime: TimeSource {
  private let instant = Mutex(Timestamp(milliseconds: 1_800_000_000_500))

  func now() -> Timestamp { instant.withLock { $0 } }
  func advance(_ duration: Duration) { instant.withLock { $0 = $0 + duration } }
}

/// Work that is started by the domain and run when the test says so.
final class TestWork: Sendable {
  private let waiting = Mutex<[@Sendable () async -> Void]>([])

  func start(_ work: @escaping @Sendable () async -> Void) { waiting.withLock { $0.append(work) } }

  /// Runs what waits, and what that starts.
  func run() async {
    while true {
      let work = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      if work.isEmpty { return }
      for item in work { await item() }
    }
  }
}

/// Lines of the log.
final class TestLog: Sendable {
  private let kept = Mutex<[String]>([])

  func append(_ line: String) { kept.withLock { $0.append(line) } }
  var lines: [String] { kept.withLock { $0 } }
}
