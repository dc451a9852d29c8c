/// One numbered step of a schema; forward only, never changed after it was released.
public struct Migration: Sendable {
  /// Its number; they count up from 1.
  public let number: Int
  /// The statements.
  public let sql: StaticString
  /// The tables that exist after it and after all later ones.
  public let tables: [String]

  /// A step.
  public init(number: Int, sql: StaticString, tables: [String]) {
    self.number = number
    self.sql = sql
    self.tables = tables
  }
}

/// Brings a database file to the schema of this version.
public struct Migrator: Sendable {
  /// The steps in order.
  public let migrations: [Migration]

  /// A migrator of these steps, which count up from 1.
  public init(_ migrations: [Migration]) {
    precondition(
      migrations.map(\.number) == Array(1...max(1, migrations.count)), "Migrations count up from 1.")
    self.migrations = migrations
  }

  /// Applies what is missing, each step with its record in one transaction, and checks every table.
  ///
  /// Two processes may start at once: the second waits for the lock and finds the work done (FR-57).
  ///
  /// - Returns: The numbers of the steps that were applied now.
  /// - Throws: ``SQLiteError/Code/schema`` when the file is newer than this version, or an object that an
  ///   applied step made is missing (FR-56).
  @discardableResult
  public func migrate(_ connection: Connection) throws(SQLiteError) -> [Int] {
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS migrations(number INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL)")
    var applied: [Int] = []
    for migration in migrations {
      let isNew = try connection.transaction { (connection) throws(SQLiteError) in
        // Looked up under the lock: another process may have applied it since.
        guard
          try connection.first(
            "SELECT 1 FROM migrations WHERE number=?", migration.number, read: { _ in true }) == nil
        else { return false }
        try connection.execute(migration.sql)
        try connection.run(
          "INSERT INTO migrations(number,applied_at) VALUES(?,unixepoch())", migration.number)
        return true
      }
      if isNew { applied.append(migration.number) }
    }
    try check(connection)
    return applied
  }

  private func check(_ connection: Connection) throws(SQLiteError) {
    let newest = try connection.first("SELECT max(number) FROM migrations") { Int($0.integer(0)) } ?? 0
    guard newest <= migrations.count else {
      throw SQLiteError(
        .schema,
        "The database has schema \(newest), this version knows \(migrations.count): use the newer version.")
    }
    for migration in migrations {
      for table in migration.tables {
        let found = try connection.first(
          "SELECT 1 FROM sqlite_master WHERE type='table' AND name=?", table, read: { _ in true })
        guard found != nil else {
          throw SQLiteError(
            .schema,
            "The table \(table) of migration \(migration.number) is missing: restore it from a backup.")
        }
      }
    }
  }
}
