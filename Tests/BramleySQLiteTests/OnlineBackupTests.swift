import Testing

@testable import BramleySQLite

@Suite("Online backup")
struct OnlineBackupTests {
  private static let migrator = Migrator([
    Migration(
      number: 1, sql: "CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT NOT NULL)", tables: ["notes"])
  ])

  private func filled(_ folder: TemporaryFolder, _ count: Int) async throws -> Database {
    let database = try Database(path: folder.database, migrator: Self.migrator)
    try await database.write { (connection) throws(SQLiteError) in
      for number in 0..<count {
        try connection.run("INSERT INTO notes(text) VALUES(?)", String(repeating: "x", count: number % 2000))
      }
    }
    return database
  }

  private func count(_ path: String) throws -> Int64 {
    try Connection(path: path, role: .reader).first("SELECT count(*) FROM notes") { $0.integer(0) } ?? -1
  }

  @Test("a file that is there is never written over")
  func existing() async throws {
    let folder = try TemporaryFolder()
    let database = try await filled(folder, 10)
    defer { database.stop() }
    let target = folder.path + "/copy.db"
    try Array("mine".utf8).write(to: target)
    await #expect(throws: SQLiteError(.cannotOpen, "")) {
      try await OnlineBackup().copy(folder.database, to: target)
    }
    #expect(try folder.size(of: target) == 4)
  }

  @Test("a source that is no database leaves no copy")
  func noDatabase() async throws {
    let folder = try TemporaryFolder()
    try [UInt8](repeating: 65, count: 8192).write(to: folder.database)
    await #expect(throws: SQLiteError.self) {
      try await OnlineBackup().copy(folder.database, to: folder.path + "/copy.db")
    }
    #expect(throws: (any Error).self) { try folder.size(of: folder.path + "/copy.db") }
  }

  @Test("the copy is the state of one instant, whatever is written meanwhile: issue 8")
  func snapshot() async throws {
    let folder = try TemporaryFolder()
    let database = try await filled(folder, 3000)
    defer { database.stop() }
    let target = folder.path + "/copy.db"
    var backup = OnlineBackup()
    backup.pagesPerStep = 16
    backup.pause = .milliseconds(1)
    // Another writer commits between the steps: each of them would make a careless copy begin again.
    let writer = try Connection(path: folder.database, role: .writer)
    let box = WriterBox(writer)
    let pages = try await backup.copy(folder.database, to: target) { _, _ in box.insert() }
    #expect(pages > 16)
    #expect(box.inserted > 1)
    #expect(try count(target) == 3000)
    #expect(try count(folder.database) == 3000 + Int64(box.inserted))
    #expect(try folder.permissions(of: target) == 0o600)
  }
}

/// Writes a row at each step of a copy.
private final class WriterBox: @unchecked Sendable {
  // Safe to share: the copy calls it from one task, one step after the other.
  private let connection: Connection
  private(set) var inserted = 0

  init(_ connection: Connection) { self.connection = connection }

  func insert() {
    if (try? connection.run("INSERT INTO notes(text) VALUES('meanwhile')")) == 1 { inserted += 1 }
  }
}
