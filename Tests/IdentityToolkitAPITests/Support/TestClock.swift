import Accounts
import Synchronization

/// A clock that stands until it is moved.
final class TestClock: TimeSource {
  static let start: Int64 = 1_800_000_000
  private let instant = Mutex(Timestamp(seconds: start))

  func now() -> Timestamp { instant.withLock { $0 } }

  func move(_ duration: Duration) { instant.withLock { $0 = $0 + duration } }
}
