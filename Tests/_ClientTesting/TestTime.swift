package import Foundation

/// A time that a test moves.
package final class TestTime: @unchecked Sendable {  // state guarded by lock
  private let lock = NSLock()
  private var date = Date(timeIntervalSince1970: 1_790_000_000)

  package init() {}
  package var now: Date { lock.withLock { date } }
  package func advance(by seconds: TimeInterval) { lock.withLock { date += seconds } }
}
