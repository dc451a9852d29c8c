import Synchronization
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
  private let instant = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  var now: Date { instant.withLock { $0 } }

  func advance(_ seconds: Double) { instant.withLock { $0 = $0.addingTimeInterval(seconds) } }
}
