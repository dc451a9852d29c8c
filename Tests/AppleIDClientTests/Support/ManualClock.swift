import AppleIDClient
import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: AppleClientClock {
  private struct Sleeper {
    let end: Date
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var now: Date
    var sleepers: [Int: Sleeper] = [:]
    var next = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state: Mutex<State>
  /// When set, sleeping moves the clock by itself and ends at once.
  private let sleepsAtOnce: Bool

  init(_ now: Date = Date(timeIntervalSince1970: 1_800_000_000), sleepsAtOnce: Bool = false) {
    state = Mutex(State(now: now))
    self.sleepsAtOnce = sleepsAtOnce
  }

  func now() -> Date { state.withLock { $0.now } }

  func sleep(for duration: Duration) async throws {
    if sleepsAtOnce { return advance(by: duration) }
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    let isDone = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
          if Task.isCancelled { return nil }
          let end = state.now.addingTimeInterval(Double(duration.components.seconds))
          state.sleepers[number] = Sleeper(end: end, continuation: continuation)
          let count = state.sleepers.count
          defer { state.watchers.removeAll { $0.count <= count } }
          return state.watchers.filter { $0.count <= count }.map(\.continuation)
        }
        guard let watchers else { return continuation.resume(returning: false) }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(returning: false)
    }
    if !isDone { throw CancellationError() }
  }

  /// Moves the clock and wakes whoever slept long enough.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.addingTimeInterval(Double(duration.components.seconds))
      let woken = state.sleepers.filter { $0.value.end <= state.now }
      for number in woken.keys { state.sleepers.removeValue(forKey: number) }
      return woken.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume(returning: true) }
  }

  /// Waits until so many are asleep.
  func untilSleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
