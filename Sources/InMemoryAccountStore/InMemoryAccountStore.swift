package import Accounts
import Synchronization

/// Accounts in memory, for tests: one lock around all of it, every operation whole under that lock.
package final class InMemoryAccountStore: TransactionalAccountStore {
  private let rows = Mutex(MemoryRows())

  /// An empty store.
  package init() {}

  /// Every row as text, one a line, sorted; what a refusal must not change.
  package func dump() -> [String] { rows.withLock { $0.dump() } }

  package func read<Answer: Sendable>(
    _ body: (inout MemoryRows) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    try write(body)
  }

  package func write<Answer: Sendable>(
    _ body: (inout MemoryRows) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    let result: Result<Answer, StoreError> = rows.withLock { rows in
      // Work on a copy: an operation that throws half-way leaves nothing behind.
      var copy = rows
      do throws(StoreError) {
        let answer = try body(&copy)
        rows = copy
        return .success(answer)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
