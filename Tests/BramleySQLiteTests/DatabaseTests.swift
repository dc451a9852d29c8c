import Synchronization
import Testing

@testable import BramleySQLite

@Suite("The writer, the readers and the checkpoints")
struct DatabaseTests {
  private struct Refused: Error {}

  private static let migrator = Migrator([
    Migration(number: 1, sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, data BLOB)", tables: ["t"])
  ])

  private func open(_ folder: TemporaryFolder, _ change: (inout Database.Settings) -> Void = { _ in })
    throws -> Database
  {
    var settings = Database.Settings()
    change(&settings)
    return try Database(path: folder.database, migrator: Self.migrator, settings: settings)
  }

  private func count(_ database: Database) throws -> Int64 {
    try database.read { (connection) throws(SQLiteError) in
      try connection.first("SELECT count(*) FROM t") { $0.integer(0) } ?? -1
    }
  }

  @Test(
    "a commit waits for the disk, unless it need only outlive the process",
    arguments: [(.powerLoss, 2), (.process, 1)] as [(Database.Durability, Int64)])
  func durability(_ durability: Database.Durability, _ level: Int64) async throws {
    let folder = try TemporaryFolder()
    let database = try open(folder) { $0.durability = durability }
    let found = try await database.write { (connection) throws(SQLiteError) in
      try connection.first("PRAGMA synchronous") { $0.integer(0) }
    }
    #expect(found == level)
  }

  @Test("one failing work does not undo the others of its batch")
  func failing() async throws {
    let folder = try TemporaryFolder()
    let database = try open(folder)
    let failures = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await database.write(
              { (connection) throws in
                try connection.run("INSERT INTO t VALUES(?,?)", number, [UInt8]([1]))
                if number % 10 == 0 { throw Refused() }
              }, orThrow: { $0 as any Error })
            return false
          } catch {
            return error is Refused
          }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(failures == 20)
    #expect(try count(database) == 180)
  }

  @Test("works that wait share a commit")
  func groupCommit() async throws {
    let folder = try TemporaryFolder()
    let database = try open(folder)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<500 {
        group.addTask {
          _ = try? await database.write { (connection) throws(SQLiteError) in
            try connection.run("INSERT INTO t VALUES(?,?)", number, [UInt8]([1]))
          }
        }
      }
    }
    #expect(try count(database) == 500)
    let statistics = database.statistics
    #expect(statistics.requests == 500)
    #expect(statistics.batches < 500, "\(statistics)")
  }

  @Test("a full queue is told at once and forgets nothing that waits")
  func overload() async throws {
    let folder = try TemporaryFolder()
    let database = try open(folder) { $0.queueBound = 4 }
    let results = await withTaskGroup(of: SQLiteError.Code?.self) { group in
      for number in 0..<300 {
        group.addTask {
          do throws(SQLiteError) {
            try await database.write { (connection) throws(SQLiteError) in
              try connection.run("INSERT INTO t VALUES(?,?)", number, [UInt8]([1]))
            }
            return nil
          } catch {
            return error.code
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.compactMap { $0 }.allSatisfy { $0 == .overloaded })
    #expect(try count(database) == Int64(results.filter { $0 == nil }.count))
  }

  @Test("after the stop writes are refused, and what was answered is there for the next one")
  func stop() async throws {
    let folder = try TemporaryFolder()
    let database = try open(folder)
    try await database.write { (connection) throws(SQLiteError) in
      try connection.run("INSERT INTO t VALUES(?,?)", 1, [UInt8]([1]))
    }
    database.stop()
    database.stop()
    await #expect(throws: SQLiteError(.stopped, "")) {
      try await database.write { (connection) throws(SQLiteError) in
        try connection.run("INSERT INTO t VALUES(?,?)", 2, [UInt8]([1]))
      }
    }
    #expect(try count(try open(folder)) == 1)
  }

  @Test("a reader sees one state from its first to its last row")
  func snapshot() async throws {
    let folder = try TemporaryFolder()
    let database = try open(folder)
    let other = try Connection(path: folder.database, role: .writer)
    let counts = try database.read { (connection) throws(SQLiteError) in
      let before = try connection.first("SELECT count(*) FROM t") { $0.integer(0) }
      try other.run("INSERT INTO t VALUES(?,?)", 1, [UInt8]([1]))
      return [before, try connection.first("SELECT count(*) FROM t") { $0.integer(0) }]
    }
    #expect(counts == [0, 0])
    #expect(try count(database) == 1)
  }

  @Test("the log is copied into the file beside the writer and begins again")
  func checkpoints() async throws {
    let folder = try TemporaryFolder()
    let database = try open(folder) { $0.checkpointThreshold = 64 }
    let block = [UInt8](repeating: 7, count: 3000)
    for number in 0..<1500 {
      try await database.write { (connection) throws(SQLiteError) in
        try connection.run("INSERT INTO t VALUES(?,?)", number, block)
      }
    }
    #expect(try count(database) == 1500)
    // Each write is two pages and more; without restarts the log would hold all of them.
    #expect(database.statistics.pages > 3000)
    let log = try folder.size(of: folder.database + "-wal")
    #expect(log < database.statistics.pages * 4120 / 2, "\(log) bytes, \(database.statistics)")
  }

  @Test("a full disk is told, and the store goes on when there is room (issue 8, bad days)")
  func full() async throws {
    let folder = try TemporaryFolder()
    let database = try open(folder)
    try await database.write { (connection) throws(SQLiteError) in
      _ = try connection.first("PRAGMA max_page_count=8") { $0.integer(0) }
    }
    let block = [UInt8](repeating: 7, count: 40_000)
    await #expect(throws: SQLiteError(.full, "")) {
      try await database.write { (connection) throws(SQLiteError) in
        try connection.run("INSERT INTO t VALUES(?,?)", 1, block)
      }
    }
    try await database.write { (connection) throws(SQLiteError) in
      _ = try connection.first("PRAGMA max_page_count=1000000") { $0.integer(0) }
      try connection.run("INSERT INTO t VALUES(?,?)", 2, block)
    }
    #expect(try count(database) == 1)
  }
}
