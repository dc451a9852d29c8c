import BramleySQLite
import Testing

@Suite("SQLite migrations")
struct MigratorTests {
  private static let first = Migration(
    number: 1, sql: "CREATE TABLE one(a); CREATE INDEX one_a ON one(a)", tables: ["one"])
  private static let second = Migration(
    number: 2, sql: "ALTER TABLE one ADD COLUMN b; CREATE TABLE two(a)", tables: ["two"])

  @Test("names the table that is missing and stops (FR-56)")
  func missingTable() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.database, role: .writer)
    let migrator = Migrator([Self.first, Self.second])
    #expect(try migrator.migrate(connection) == [1, 2])
    try connection.execute("DROP TABLE two")
    do {
      try migrator.migrate(connection)
      Issue.record("started without its table")
    } catch {
      #expect(error.code == .schema && error.message.contains("two"))
    }
  }

  @Test("refuses a file that a newer version made")
  func newer() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.database, role: .writer)
    try Migrator([Self.first, Self.second]).migrate(connection)
    #expect(throws: SQLiteError(.schema, "")) { try Migrator([Self.first]).migrate(connection) }
  }

  @Test("works beside a newer version that only added; once it has taken something away, it is refused")
  func expandThenContract() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.database, role: .writer)
    let old = Migrator([Self.first])
    let expanding = Migration(
      number: 2, compatibleFrom: 1, sql: "ALTER TABLE one ADD COLUMN b; CREATE TABLE two(a)", tables: ["two"])
    try old.migrate(connection)
    #expect(try Migrator([Self.first, expanding]).migrate(connection) == [2])
    #expect(try old.migrate(connection) == [])
    #expect(try Migrator.refusal(connection, knowing: 1) == nil)
    let contracting = Migration(
      number: 3, compatibleFrom: 2, sql: "ALTER TABLE one DROP COLUMN a", tables: [])
    try connection.execute("DROP INDEX one_a")
    #expect(try Migrator([Self.first, expanding, contracting]).migrate(connection) == [3])
    #expect(try Migrator([Self.first, expanding]).migrate(connection) == [])
    do {
      try old.migrate(connection)
      Issue.record("started without its column")
    } catch {
      #expect(error.code == .schema)
      #expect(error.message.contains("schema 3, which versions of Bramley from schema 2 on can use"))
    }
  }

  @Test(
    "a file of the first versions, whose record lacks compatibility, is completed; what it knows is strict")
  func firstRecord() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.database, role: .writer)
    try connection.execute(
      """
      CREATE TABLE migrations(number INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL);
      INSERT INTO migrations VALUES(1,0),(2,0); CREATE TABLE one(a, b); CREATE TABLE two(a);
      """)
    #expect(throws: SQLiteError(.schema, "")) { try Migrator([Self.first]).migrate(connection) }
    let third = Migration(number: 3, compatibleFrom: 2, sql: "CREATE TABLE three(a)", tables: ["three"])
    #expect(try Migrator([Self.first, Self.second, third]).migrate(connection) == [3])
    #expect(try Migrator([Self.first, Self.second]).migrate(connection) == [])
  }

  @Test("a step that fails leaves neither tables nor record; rows survive the next step")
  func failing() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.database, role: .writer)
    try Migrator([Self.first]).migrate(connection)
    try connection.run("INSERT INTO one VALUES(?)", "kept")
    let broken = Migration(number: 2, sql: "CREATE TABLE two(a); CREATE TABLE two(a)", tables: ["two"])
    #expect(throws: SQLiteError(.other(1), "")) { try Migrator([Self.first, broken]).migrate(connection) }
    #expect(try Migrator([Self.first, Self.second]).migrate(connection) == [2])
    #expect(try connection.first("SELECT a FROM one") { $0.text(0) } == "kept")
  }

  @Test("several that start at once on an empty file all come up; each step runs once (FR-57)")
  func together() async throws {
    let folder = try TemporaryFolder()
    let path = folder.database
    let applied = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<6 {
        group.addTask {
          let connection = try Connection(path: path, role: .writer)
          return try Migrator([Self.first, Self.second]).migrate(connection)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(applied.sorted() == [1, 2])
  }
}
