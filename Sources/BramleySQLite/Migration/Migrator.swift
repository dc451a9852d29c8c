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
  /// - Throws: ``SQLiteError/Code/schema`` when a newer version has taken away what this one needs, or an
  ///   object that an applied step made is missing (FR-56).
  @discardableResult
  public func migrate(_ connection: Connection) throws(SQLiteError) -> [Int] {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS migrations(
      number INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL, compatible_from INTEGER)
      """)
    try complete(connection)
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
          "INSERT INTO migrations(number,applied_at,compatible_from) VALUES(?,unixepoch(),?)",
          migration.number, migration.compatibleFrom)
        return true
      }
      if isNew { applied.append(migration.number) }
    }
    try check(connection)
    return applied
  }

  /// The first versions' table lacks a column.
  private func complete(_ connection: Connection) throws(SQLiteError) {
    try connection.transaction { (connection) throws(SQLiteError) in
      guard try !Self.tellsCompatibility(connection) else { return }
      try connection.execute("ALTER TABLE migrations ADD COLUMN compatible_from INTEGER")
    }
  }

  private static func tellsCompatibility(_ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.first(
      "SELECT 1 FROM pragma_table_info('migrations') WHERE name='compatible_from'", read: { _ in true })
      != nil
  }

  /// Why a version that knows so many steps cannot work with a file of ours, or nil; changes nothing. Later
  /// steps that only added are no reason.
  public static func refusal(_ connection: Connection, knowing known: Int) throws(SQLiteError) -> SQLiteError?
  {
    let newest = try connection.first("SELECT max(number) FROM migrations") { Int($0.integer(0)) } ?? 0
    guard newest > known else { return nil }
    var oldest = newest
    if try tellsCompatibility(connection) {
      let told = try connection.first(
        "SELECT max(coalesce(compatible_from,number)) FROM migrations WHERE number>?", known
      ) { Int($0.integer(0)) }
      oldest = told ?? newest
    }
    guard oldest > known else { return nil }
    return SQLiteError(
      .schema,
      "The database has schema \(newest), which versions of Bramley from schema \(oldest) on can use; this one"
        + " knows schema \(known): use the newer version.")
  }

  private func check(_ connection: Connection) throws(SQLiteError) {
    if let refusal = try Self.refusal(connection, knowing: migrations.count) { throw refusal }
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
