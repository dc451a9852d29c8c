package import Accounts
package import BramleySQLite

/// Accounts in one SQLite file: durable before the answer, one writer with group commit, many readers.
package final class SQLiteAccountStore: TransactionalAccountStore {
  private let database: Database

  /// Opens or makes the file and brings it to the schema of this version.
  ///
  /// - Throws: ``StoreError`` that names what is wrong with the file.
  package init(path: String, settings: Database.Settings = Database.Settings()) throws(StoreError) {
    do throws(SQLiteError) {
      database = try Database(path: path, migrator: Schema.migrator, settings: settings)
    } catch {
      throw StoreError(error)
    }
  }

  /// What the writer has done: works, commits, pages.
  package var statistics: WriterCounts { database.statistics }

  /// Finishes what waits and closes; later operations are refused.
  package func stop() { database.stop() }

  /// Every row as text, one a line, sorted; what a refusal must not change.
  package func dump() throws(StoreError) -> [String] {
    try read { (rows) throws(StoreError) in
      try rows.run { (connection) throws(SQLiteError) in try connection.dump() }
    }
  }

  package func write<Answer: Sendable>(
    _ body: @escaping @Sendable (inout SQLiteRows) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    try await database.write(
      { (connection) throws(StoreError) in
        var rows = SQLiteRows(connection)
        return try body(&rows)
      }, orThrow: { StoreError($0) })
  }

  /// On the caller's thread, without waiting for the writer.
  package func read<Answer>(
    _ body: (inout SQLiteRows) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    try database.read(
      { (connection) throws(StoreError) in
        var rows = SQLiteRows(connection)
        return try body(&rows)
      }, orThrow: { StoreError($0) })
  }
}

extension SQLiteAccountStore {
  /// Every look-up asks this: written here, its work needs no place on the heap.
  package func state(of session: Session.ID) async throws(StoreError) -> SessionState? {
    try read { (rows) throws(StoreError) in try rows.state(of: session) }
  }
}

extension StoreError {
  /// What SQLite's trouble means to the domain.
  init(_ error: SQLiteError) {
    let code: Code =
      switch error.code {
      case .busy: .busy
      case .full: .full
      case .corrupt: .corrupt
      case .readOnly: .readOnly
      case .overloaded: .overloaded
      case .schema: .schema
      case .stopped: .busy
      case .constraint, .io, .cannotOpen, .other: .unexpected
      }
    self.init(code, error.message)
  }
}
