import Foundation

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock, @unchecked Sendable {  // state guarded by lock
  package struct Instant: InstantProtocol {
    package var offset: Duration
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let lock = NSLock()
  private var instant = Instant(offset: .zero)
  private var sleepers: [UUID: Sleeper] = [:]
  private var cancelled: Set<UUID> = []
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  package init() {}

  package var now: Instant { lock.withLock { instant } }
  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let finished: [CheckedContinuation<Void, Never>] = lock.withLock {
          if cancelled.remove(id) != nil {
            continuation.resume(throwing: CancellationError())
          } else if deadline <= instant {
            continuation.resume()
          } else {
            sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          }
          return takeWatchers()
        }
        for watcher in finished { watcher.resume() }
      }
    } onCancel: {
      let sleeper = lock.withLock {
        let sleeper = sleepers.removeValue(forKey: id)
        if sleeper == nil { cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock and wakes whoever slept until then.
  package func advance(by duration: Duration) {
    let due = lock.withLock {
      instant = instant.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= instant }
      for id in due.keys { sleepers[id] = nil }
      return due.values
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits until so many sleep.
  package func untilSleeping(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let finished: [CheckedContinuation<Void, Never>] = lock.withLock {
        watchers.append((count, continuation))
        return takeWatchers()
      }
      for watcher in finished { watcher.resume() }
    }
  }

  private func takeWatchers() -> [CheckedContinuation<Void, Never>] {
    let due = watchers.filter { $0.count <= sleepers.count }
    watchers.removeAll { $0.count <= sleepers.count }
    return due.map(\.continuation)
  }
}
