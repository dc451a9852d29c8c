import Testing

@testable import BramleySQLite

@Suite("Work on whole tables")
struct BulkTests {
  @Test("an exclusive connection is refused while another one is open, and keeps others out while it is")
  func exclusive() throws {
    let folder = try TemporaryFolder()
    do {
      let other = try Connection(path: folder.database, role: .writer)
      try other.execute("CREATE TABLE t(a)")
      #expect(throws: SQLiteError(.busy, "")) { try exclusive(folder.database) }
    }
    let alone = try exclusive(folder.database)
    for role in [Connection.Role.reader, .writer] {
      #expect(throws: SQLiteError(.busy, "")) {
        try Connection(path: folder.database, role: role, busyTimeout: .zero)
          .first("SELECT count(*) FROM t") { $0.integer(0) }
      }
    }
    try alone.execute("INSERT INTO t VALUES(1)")
    #expect(try alone.first("SELECT count(*) FROM t") { $0.integer(0) } == 1)
  }

  private func exclusive(_ path: String) throws -> Connection {
    let connection = try Connection(path: path, role: .exclusive, busyTimeout: .zero)
    // The lock comes with the first read.
    _ = try connection.first("SELECT count(*) FROM sqlite_master") { $0.integer(0) }
    return connection
  }

  @Test("a statement made of names binds, gives rows until it is told to stop, and can be run again")
  func statement() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.database, role: .writer)
    try connection.execute("CREATE TABLE t(a, b, c)")
    #expect(throws: SQLiteError(.other(1), "")) { try TableStatement(connection, "SELECT nothing FROM t") }
    let insert = try TableStatement(connection, "INSERT INTO t VALUES(?,?,?)")
    for number in 1...3 {
      try insert.bind(number, at: 1)
      try insert.bind(utf8: number == 1 ? [] : Array("é\0\(number)".utf8)[...], at: 2)
      try insert.bind(number == 1 ? nil as [UInt8]? : [0, 255], at: 3)
      #expect(try insert.run() == 1)
    }
    var seen: [[Row.Storage]] = []
    var texts: [String] = []
    let select = try TableStatement(connection, "SELECT a,b,c FROM t ORDER BY a")
    try select.rows(
      { (row) throws(SQLiteError) in
        seen.append([row.storage(0), row.storage(1), row.storage(2)])
        texts.append(row.text(1))
        return seen.count < 2
      }, orThrow: { $0 })
    #expect(seen == [[.integer, .text, .null], [.integer, .text, .bytes]])
    #expect(texts == ["", "é\02"])
  }

  @Test("a file is looked at without being changed")
  func contents() throws {
    let folder = try TemporaryFolder()
    #expect(!FileContents.exists(folder.database))
    try Array("no database, only text that is long enough to be looked at".utf8).write(to: folder.database)
    #expect(throws: SQLiteError(.corrupt, "")) { try FileContents.tables(of: folder.database) }
    let other = folder.path + "/other.sqlite"
    try [UInt8]().write(to: other)
    #expect(try FileContents.tables(of: other).isEmpty)
    #expect(try folder.size(of: other) == 0)
    try Connection(path: other, role: .writer).execute("CREATE TABLE songs(id); CREATE INDEX s ON songs(id)")
    #expect(try FileContents.tables(of: other) == ["songs"])
  }
}
