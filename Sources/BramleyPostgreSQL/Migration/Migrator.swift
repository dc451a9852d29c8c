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
  private static let rollback = Statement("ROLLBACK")
  private static let make = Statement(
    """
    CREATE TABLE IF NOT EXISTS migrations(
    number bigint PRIMARY KEY, applied_at timestamptz NOT NULL, compatible_from bigint)
    """)
  // The first version's table lacks the column.
  private static let complete = Statement(
    "ALTER TABLE migrations ADD COLUMN IF NOT EXISTS compatible_from bigint")
  // A step waits for transactions that use its table, and everybody else waits behind it: not for long. It may
  // work for as long as it needs.
  private static let limits = Statement("SET LOCAL lock_timeout='2s'")
  private static let patience = Statement("SET LOCAL statement_timeout=0")
  private static let numbers = Statement("SELECT number FROM migrations")
  private static let record = Statement(
    "INSERT INTO migrations(number,applied_at,compatible_from) VALUES($1,now(),$2)")
  private static let tables = Statement(
    """
    SELECT c.relname::text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid=c.relnamespace
    WHERE c.relkind IN ('r','p') AND n.nspname=ANY(current_schemas(false))
    """)
  private static let columns = Statement(
    """
    SELECT a.attname::text FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid=a.attrelid
    JOIN pg_catalog.pg_namespace n ON n.oid=c.relnamespace
    WHERE c.relname='migrations' AND n.nspname=ANY(current_schemas(false)) AND a.attnum>0 AND NOT a.attisdropped
    """)
  private static let steps = Statement("SELECT number,compatible_from FROM migrations")

  /// Applies what is missing, each step with its record in one transaction, and checks every table.
  ///
  /// Processes may start at once: one does the work under a lock that ends with its transaction, the others
  /// wait and find it done (FR-57). Earlier versions may be serving meanwhile: a step waits two seconds for a
  /// table that they hold, since they wait behind it.
  ///
  /// - Returns: The numbers of the steps that were applied now.
  /// - Throws: ``PostgreSQLError/Code/schema`` when a newer version has taken away what this one needs, or a
  ///   table that an applied step made is missing (FR-56); ``PostgreSQLError/Code/lockTimeout`` when a table
  ///   is in use: trying again helps.
  @discardableResult
  public func migrate(_ connection: Connection) throws(PostgreSQLError) -> [Int] {
    // An earlier version adds nothing to a schema that it does not know, and a current one has nothing to add.
    let found = try findings(connection)
    if let refusal = found.refusal(migrations) { throw refusal }
    guard found.lacksSteps(migrations) else { return [] }
    var applied: [Int] = []
    do throws(PostgreSQLError) {
      for migration in migrations where try apply(migration, connection) { applied.append(migration.number) }
    } catch {
      // Not left to whoever uses the connection next.
      if connection.isUsable {
        try connection.run(Self.rollback)
        try connection.synchronize()
      }
      throw error
    }
    if let refusal = try findings(connection).refusal(migrations) { throw refusal }
    return applied
  }

  /// - Returns: Whether the step was applied now; another process may have been first.
  private func apply(_ migration: Migration, _ connection: Connection) throws(PostgreSQLError) -> Bool {
    try connection.run(Self.begin)
    try connection.run(Self.lock)
    try connection.run(Self.limits)
    try connection.run(Self.patience)
    try connection.run(Self.make)
    try connection.run(Self.complete)
    let numbers = try connection.all(Self.numbers) { Int($0.integer(0)) }
    let isNew = !numbers.contains(migration.number)
    if isNew {
      try connection.execute(migration.sql)
      try connection.run(Self.record, migration.number, migration.compatibleFrom)
    }
    try connection.run(Self.commit)
    try connection.synchronize()
    return isNew
  }

  /// What the database holds; changes nothing.
  public func findings(_ connection: Connection) throws(PostgreSQLError) -> SchemaFindings {
    let tables = Set(try connection.all(Self.tables) { $0.text(0) })
    guard tables.contains("migrations") else { return SchemaFindings(steps: [:], tables: tables) }
    let columns = try connection.all(Self.columns) { $0.text(0) }
    var steps: [Int: Int] = [:]
    if columns.contains("compatible_from") {
      for (number, compatibleFrom) in try connection.all(
        Self.steps, read: { (Int($0.integer(0)), $0.optionalInteger(1).map { Int($0) }) })
      {
        steps[number] = compatibleFrom ?? number
      }
    } else {
      for number in try connection.all(Self.numbers, read: { Int($0.integer(0)) }) { steps[number] = number }
    }
    return SchemaFindings(steps: steps, tables: tables)
  }
}
