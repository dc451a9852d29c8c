import Testing

@testable import BramleySQLite

@Suite("SQLite connections")
struct ConnectionTests {
  private func open(_ folder: TemporaryFolder) throws -> Connection {
    let connection = try Connection(path: folder.database, role: .writer)
    try connection.execute(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, data BLOB, CHECK(id < 100))")
    return connection
  }

  @Test("a file that cannot be opened, or is no database, is told")
  func cannotOpen() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SQLiteError(.cannotOpen, "")) {
      try Connection(path: folder.path + "/missing/x.sqlite", role: .writer)
    }
    #expect(throws: SQLiteError(.cannotOpen, "")) {
      try Connection(path: folder.path + "/absent.sqlite", role: .reader)
    }
    try Array("no database, only text that is long enough to be looked at".utf8).write(to: folder.database)
    #expect(throws: SQLiteError(.corrupt, "")) { try Connection(path: folder.database, role: .writer) }
  }

  @Test("constraints are told apart")
  func constraints() throws {
    let folder = try TemporaryFolder()
    let connection = try open(folder)
    try connection.run("INSERT INTO t VALUES(?,?,?)", 1, "a", nil as [UInt8]?)
    #expect(throws: SQLiteError(.constraint(.unique), "")) {
      try connection.run("INSERT INTO t VALUES(?,?,?)", 1, "b", nil as [UInt8]?)
    }
    #expect(throws: SQLiteError(.constraint(.unique), "")) {
      try connection.run("INSERT INTO t VALUES(?,?,?)", 2, "a", nil as [UInt8]?)
    }
    #expect(throws: SQLiteError(.constraint(.notNull), "")) {
      try connection.run("INSERT INTO t VALUES(?,?,?)", 2, nil as String?, nil as [UInt8]?)
    }
    #expect(throws: SQLiteError(.constraint(.other), "")) {
      try connection.run("INSERT INTO t VALUES(?,?,?)", 100, "c", nil as [UInt8]?)
    }
    try connection.execute("CREATE TABLE child(t INTEGER REFERENCES t(id))")
    #expect(throws: SQLiteError(.constraint(.foreignKey), "")) {
      try connection.run("INSERT INTO child VALUES(?)", 55)
    }
  }

  @Test("values come back as they went in: empty, NUL, far numbers")
  func values() throws {
    let folder = try TemporaryFolder()
    let connection = try open(folder)
    for (id, name, data) in [
      (1, "", [UInt8]()), (2, "a\0b", [0, 255]), (3, "نام 名字 🍏", [UInt8](repeating: 7, count: 100_000)),
    ] {
      try connection.run("INSERT INTO t VALUES(?,?,?)", id, name, data)
      let found = try connection.first("SELECT name,data FROM t WHERE id=?", id) {
        ($0.text(0), $0.optionalBytes(1))
      }
      #expect(found?.0 == name && found?.1 == data)
    }
    let far = try connection.first("SELECT ?,?,?", Int64.min, Int64.max, nil as Int64?) {
      ($0.integer(0), $0.integer(1), $0.optionalInteger(2))
    }
    #expect(far?.0 == .min && far?.1 == .max && far?.2 == nil)
  }

  @Test("an error rolls a transaction back whole")
  func rollsBack() throws {
    let folder = try TemporaryFolder()
    let connection = try open(folder)
    #expect(throws: SQLiteError(.constraint(.unique), "")) {
      try connection.transaction { (connection) throws(SQLiteError) in
        try connection.run("INSERT INTO t VALUES(?,?,?)", 1, "a", nil as [UInt8]?)
        try connection.run("INSERT INTO t VALUES(?,?,?)", 1, "a", nil as [UInt8]?)
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test("readers cannot write; the file is its owner's alone")
  func readers() throws {
    let folder = try TemporaryFolder()
    _ = try open(folder)
    let reader = try Connection(path: folder.database, role: .reader)
    #expect(throws: SQLiteError(.readOnly, "")) { try reader.run("DELETE FROM t") }
    #expect(try folder.permissions(of: folder.database) == 0o600)
  }

  @Test("the journal is a log, synced whole, checkpointed by nobody else")
  func pragmas() throws {
    let folder = try TemporaryFolder()
    let connection = try open(folder)
    #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    #expect(try connection.first("PRAGMA synchronous") { $0.integer(0) } == 2)
    #expect(try connection.first("PRAGMA foreign_keys") { $0.integer(0) } == 1)
    #expect(try connection.first("PRAGMA wal_autocheckpoint") { $0.integer(0) } == 0)
  }
}
