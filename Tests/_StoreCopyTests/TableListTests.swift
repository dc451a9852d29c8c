import BramleySQLite
import SQLiteAccountStore
import Testing
import _PostgreSQLServer

@testable import _StoreCopy

@Suite("Tables of a copy", .serialized)
struct TableListTests {
  /// `table.column kind` of every column that a copy carries.
  private var carried: Set<String> {
    Set(
      CopiedTable.all.flatMap { table in
        table.columns.map { "\(table.name).\($0.name) \($0.kind)" }
      })
  }

  @Test("every table and column of SQLite's schema is carried over or left out with a reason")
  func sqlite() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("schema.sqlite")
    _ = try SQLiteAccountStore.migrate(path: path)
    let found = try Base.file(path).run(
      """
      SELECT m.name||'.'||c.name||' '||CASE c.type WHEN 'INTEGER' THEN 'number' WHEN 'TEXT' THEN 'text'
      WHEN 'BLOB' THEN 'bytes' ELSE c.type END
      FROM sqlite_master m JOIN pragma_table_info(m.name) c
      WHERE m.type='table' AND m.name NOT LIKE 'sqlite_%'
      """)
    expectCarried(found)
  }

  @Test("every table and column of PostgreSQL's schema is carried over or left out with a reason")
  func postgreSQL() async throws {
    let base = try await Base.server()
    try await base.use { _ in }
    let found = try base.run(
      """
      SELECT table_name||'.'||column_name||' '||CASE data_type WHEN 'bigint' THEN 'number'
      WHEN 'bytea' THEN 'bytes' ELSE data_type END
      FROM information_schema.columns WHERE table_schema='public'
      """)
    expectCarried(found)
  }

  private func expectCarried(_ found: String) {
    let lines = found.split(separator: "\n").map(String.init).filter { line in
      CopiedTable.leftOut[String(line.prefix { $0 != "." })] == nil
    }
    #expect(Set(lines).subtracting(carried) == [], "decide in CopiedTable+all what becomes of these")
    #expect(carried.subtracting(lines) == [])
  }

  @Test("keys are the databases' own, so that rows have one order and no two share a place")
  func keys() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("schema.sqlite")
    _ = try SQLiteAccountStore.migrate(path: path)
    let base = try await Base.server()
    try await base.use { _ in }
    for table in CopiedTable.all {
      let key = table.keyList
      // In SQLite identities lie by their account; what PostgreSQL has as primary key is a unique index there.
      let unique = try Base.file(path).run(
        """
        SELECT group_concat(name) FROM
        (SELECT name FROM pragma_table_info('\(table.name)') WHERE pk>0 ORDER BY pk)
        UNION SELECT (SELECT group_concat(name) FROM
        (SELECT name FROM pragma_index_info(l.name) ORDER BY seqno))
        FROM pragma_index_list('\(table.name)') l WHERE l."unique"=1 AND NOT l.partial
        """
      ).split(separator: "\n").map(String.init)
      #expect(unique.contains(key), "\(table.name)")
      #expect(
        try base.run(
          """
          SELECT string_agg(a.attname,',' ORDER BY array_position(i.indkey::int[],a.attnum::int))
          FROM pg_index i JOIN pg_attribute a ON a.attrelid=i.indrelid AND a.attnum=ANY(i.indkey)
          WHERE i.indisprimary AND i.indrelid='\(table.name)'::regclass
          """) == key)
      guard table.keyCount == 1 else { continue }
      let counts = try base.run("SELECT pg_get_serial_sequence('\(table.name)','\(key)') IS NOT NULL")
      #expect(counts == (table.isNumbered ? "t" : "f"), "\(table.name)")
    }
  }
}
