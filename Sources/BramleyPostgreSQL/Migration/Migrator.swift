/// Brings a database to the schema of this version.
public struct Migrator: Sendable {
  /// The steps in order.
  public let migrations: [Migration]

  /// A migrator of these steps, which count up from 1.
  public init(_ migrations: [Migration]) {
    precondition(
      migrations.map(\.number) == Array(1...max(1, migrations.count)), "Migrations count up from 1.")
    self.migrations = migrations
  }

  private static let lock = Statement("SELECT pg_advisory_xact_lock(7206918012)")
  private static let begin = Statement("BEGIN")
  private static let commit = Statement("COMMIT")
  private static let make = Statement(
    "CREATE TABLE IF NOT EXISTS migrations(number bigint PRIMARY KEY, applied_at timestamptz NOT NULL)")
  private static let numbers = Statement("SELECT number FROM migrations")
  private static let record = Statement("INSERT INTO migrations(number,applied_at) VALUES($1,now())")
  private static let tables = Statement(
    """
    SELECT c.relname::text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid=c.relnamespace
    WHERE c.relkind IN ('r','p') AND n.nspname=ANY(current_schemas(false))
    """)

  /// Applies what is missing, each step with its record in one transaction, and checks every table.
  ///
  /// Processes may start at once: one does the work under a lock that ends with its transaction, the others
  /// wait and find it done (FR-57).
  ///
  /// - Returns: The numbers of the steps that were applied now.
  /// - Throws: ``PostgreSQLError/Code/schema`` when the database is newer than this version, or a table that
  ///   an applied step made is missing (FR-56).
  @discardableResult
  public func migrate(_ connection: Connection) throws(PostgreSQLError) -> [Int] {
    var applied: [Int] = []
    for migration in migrations {
      try connection.run(Self.begin)
      try connection.run(Self.lock)
      try connection.run(Self.make)
      if try !connection.all(Self.numbers, read: { Int($0.integer(0)) }).contains(migration.number) {
        try connection.execute(migration.sql)
        try connection.run(Self.record, migration.number)
        applied.append(migration.number)
      }
      try connection.run(Self.commit)
      try connection.synchronize()
    }
    if let refusal = try findings(connection).refusal(migrations) { throw refusal }
    return applied
  }

  /// What the database holds; changes nothing.
  public func findings(_ connection: Connection) throws(PostgreSQLError) -> SchemaFindings {
    let tables = Set(try connection.all(Self.tables) { $0.text(0) })
    let numbers =
      tables.contains("migrations") ? try connection.all(Self.numbers) { Int($0.integer(0)) } : []
    return SchemaFindings(newest: numbers.max(), tables: tables)
  }
}

/// What a database holds.
public struct SchemaFindings: Sendable {
  /// The number of the newest step that was applied; nil when there was none.
  public let newest: Int?
  /// The tables.
  public let tables: Set<String>

  /// Why this version cannot work with it, or nil; steps that are still to be applied are no reason.
  public func refusal(_ migrations: [Migration]) -> PostgreSQLError? {
    guard let newest else { return nil }
    guard newest <= migrations.count else {
      return PostgreSQLError(
        .schema,
        "The database has schema \(newest), this version knows \(migrations.count): use the newer version.")
    }
    for migration in migrations where migration.number <= newest {
      for table in migration.tables where !tables.contains(table) {
        return PostgreSQLError(
          .schema, "The table \(table) of migration \(migration.number) is missing: restore it from a backup."
        )
      }
    }
    return nil
  }
}
