package import Accounts
package import BramleyPostgreSQL

/// Accounts in a PostgreSQL database that any number of processes share.
///
/// Each operation is one transaction on one of a bounded number of connections; every wait has a deadline.
/// Nothing depends on the session, so a pooler in transaction mode may stand between.
package final class PostgreSQLAccountStore: TransactionalAccountStore {
  private let pool: ConnectionPool
  private let scopes = ScopeNumbers()

  /// A store that is not connected yet: ``prepare(within:)`` comes first.
  ///
  /// - Throws: ``StoreError`` when the connection string cannot be read.
  package init(
    _ connection: ConnectionSettings, pool settings: ConnectionPool.Settings = ConnectionPool.Settings()
  ) throws(StoreError) {
    do throws(PostgreSQLError) {
      pool = try ConnectionPool(connection, settings)
    } catch {
      throw StoreError(error)
    }
  }

  /// Brings the database to the schema of this version and checks it.
  ///
  /// - Throws: ``StoreError/Code/schema`` when a newer version has taken away what this one needs, or a table
  ///   is missing; ``StoreError/Code/busy`` when the server cannot be reached now, or a table that the schema
  ///   changes is in use.
  package func prepare(within deadline: Duration = .seconds(120)) async throws(StoreError) {
    do throws(PostgreSQLError) {
      _ = try await pool.withConnection(deadline: deadline) { (connection) throws(PostgreSQLError) in
        try Schema.migrator.migrate(connection)
      }
    } catch {
      throw StoreError(error)
    }
  }

  /// What the database holds; changes nothing.
  package func findings() async throws(StoreError) -> SchemaFindings {
    do throws(PostgreSQLError) {
      return try await pool.withConnection(deadline: .seconds(5)) { (connection) throws(PostgreSQLError) in
        try Schema.migrator.findings(connection)
      }
    } catch {
      throw StoreError(error)
    }
  }

  /// The steps of the schema.
  package static var migrations: [Migration] { Schema.migrator.migrations }

  /// The number of the newest schema that this version knows.
  package static var newestSchema: Int { Schema.migrator.migrations.count }

  /// How often the store has waited for the server.
  package var roundTrips: Int { pool.roundTrips }

  /// What the connections are doing and have done.
  package var poolCounts: PoolCounts { pool.counts }

  /// Finishes what waits and closes the connections; later operations are refused.
  package func stop() { pool.stop() }

  package func write<Answer: Sendable>(
    _ body: @escaping @Sendable (inout PostgreSQLRows) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    try await write(.writing, evidence: nil, body)
  }

  /// - Parameter evidence: How the operation recognises its own effect when its commit is in doubt.
  func write<Answer: Sendable>(
    _ access: PostgreSQLRows.Access = .writing, evidence: Evidence?,
    _ body: @escaping @Sendable (inout PostgreSQLRows) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    let memory = OperationMemory()
    let scopes = scopes
    return try await pool.write(
      evidence: evidence,
      { (connection) throws(StoreError) in
        var rows = PostgreSQLRows(connection, access, memory, scopes)
        return try body(&rows)
      }, orThrow: { StoreError($0) })
  }

  package func read<Answer: Sendable>(
    _ body: @escaping @Sendable (inout PostgreSQLRows) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    let memory = OperationMemory()
    let scopes = scopes
    return try await pool.read(
      { (connection) throws(StoreError) in
        var rows = PostgreSQLRows(connection, .reading, memory, scopes)
        return try body(&rows)
      }, orThrow: { StoreError($0) })
  }
}

extension StoreError {
  /// What PostgreSQL's trouble means to the domain.
  init(_ error: PostgreSQLError) {
    let code: Code =
      switch error.code {
      case .serialization, .deadlock, .unreachable, .connectionLost, .timeout, .lockTimeout, .stopped: .busy
      case .overloaded: .overloaded
      case .full: .full
      case .readOnly: .readOnly
      case .schema: .schema
      case .inDoubt: .inDoubt
      case .unique, .constraint, .refused, .connectionString, .other: .unexpected
      }
    self.init(code, error.description)
  }
}
