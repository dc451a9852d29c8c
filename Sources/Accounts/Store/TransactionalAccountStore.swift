/// A store whose transactions reach its rows without waiting: what it gives are the transactions, and the
/// operations of ``AccountStore`` are written over them once.
package protocol TransactionalAccountStore: AccountStore {
  /// The rows inside a transaction.
  associatedtype Rows: AccountRows

  /// Runs a work in a transaction of its own and answers after the commit.
  ///
  /// A work may run twice, after a rollback in between, and has no effect but on the rows.
  func write<Answer: Sendable>(
    _ body: @escaping @Sendable (inout Rows) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer

  /// Runs a work that only reads, all of it in one snapshot.
  func read<Answer: Sendable>(
    _ body: @escaping @Sendable (inout Rows) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer
}
