#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where rows are kept over a restart.
protocol StateStore: Sendable {
  /// Writes in the order of the calls; `changes` is asked for its rows when the writer's turn has come.
  ///
  /// - Parameter restore: Called with the rows when they could not be written.
  func write(
    _ changes: @escaping @Sendable () -> StateChanges,
    restore: @escaping @Sendable (StateChanges) -> Void
  ) async throws

  /// Reads the codes and tokens that have not expired.
  func loadTokens(now: Date) throws(EmulatorError) -> StoredTokens

  /// Removes what nobody can ask for any more, in small steps between the writes of others.
  func sweep(now: Date) async

  /// Finishes what waits and closes.
  func close() async
}
