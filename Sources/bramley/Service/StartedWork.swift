import Synchronization

/// Work that requests have started and do not wait for: the end of the service does.
///
/// Else a message that was just taken, or a code that was just exchanged, would not be noted as done, and be
/// done again after the start.
final class StartedWork: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    var last = 0
  }

  private let state = Mutex(State())

  /// Starts a piece of work.
  func start(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.last += 1
      let number = state.last
      state.tasks[number] = Task {
        await work()
        self.end(number)
      }
    }
  }

  /// Waits until what goes on has ended; after a while it is cancelled, since a server may be silent.
  func finish(patience: Duration = .seconds(3)) async {
    let tasks = state.withLock { Array($0.tasks.values) }
    let impatience = Task {
      do { try await Task.sleep(for: patience) } catch { return }
      for task in tasks { task.cancel() }
    }
    for task in tasks { await task.value }
    impatience.cancel()
  }

  private func end(_ number: Int) { state.withLock { _ = $0.tasks.removeValue(forKey: number) } }
}
