import Synchronization

/// Lets tasks wait until a test opens it.
final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  /// Waits until the gate is open.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Whether it opens before the task is cancelled, as the time limit of a test does: the test fails then
  /// instead of standing still.
  func opens() async -> Bool {
    await withTaskCancellationHandler {
      await wait()
    } onCancel: {
      open()
    }
    return !Task.isCancelled
  }

  /// Opens it for good.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}

/// A responder's work that ends only by cancellation, as a long poll whose time is not over.
func untilCancelled() async { _ = await Gate().opens() }
