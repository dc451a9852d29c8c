import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Guards the state with one lock and sees to it that a change is saved before its answer leaves.
final class StateKeeper: Sendable {
  private let state: Mutex<EmulatorState>
  private let store: (any StateStore)?
  private let loading = Mutex<Task<Void, any Error>?>(nil)

  /// Keeps a state, in memory only when there is no store.
  init(_ state: EmulatorState, store: (any StateStore)?) {
    self.state = Mutex(state)
    self.store = store
  }

  /// Looks at the state; what the body changes is only indexes that can be made again.
  func read<Result: Sendable, Failure: Error>(
    _ body: (inout EmulatorState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { (state) throws(Failure) in try body(&state) }
  }

  /// Changes the state and returns once the change is saved.
  func change<Result: Sendable>(_ body: (inout EmulatorState) throws -> Result) async throws -> Result {
    let result = try state.withLock { state in try body(&state) }
    try await save()
    return result
  }

  /// Changes the state once the stored codes and tokens are known, and returns once the change is saved.
  func changeTokens<Result: Sendable>(_ body: (inout EmulatorState) throws -> Result) async throws -> Result {
    try await tokensAreKnown()
    return try await change(body)
  }

  /// Begins to read codes and tokens, after a long run many thousands; the start does not wait for them.
  func loadTokens(now: Date) {
    guard let store else { return }
    let era = read { $0.era }
    loading.withLock { loading in
      loading = Task.detached {
        var tokens = try store.loadTokens(now: now)
        self.read { $0.take(&tokens, era: era) }
      }
    }
  }

  /// Waits until the stored codes and tokens are known.
  func tokensAreKnown() async throws { try await loading.withLock { $0 }?.value }

  /// Saves whatever has changed.
  ///
  /// The rows are taken when the writer's turn comes, under the lock, so that two changes of one row are
  /// never written in the wrong order.
  func save() async throws {
    guard let store else { return }
    try await store.write {
      self.state.withLock { $0.takeChanges() }
    } restore: { changes in
      self.state.withLock { $0.restoreChanges(changes) }
    }
  }

  /// Removes from the store what nobody can ask for any more.
  func sweep(now: Date) async { await store?.sweep(now: now) }

  /// Closes the store.
  func close() async { await store?.close() }
}
