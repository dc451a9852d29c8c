import BramleySQLite
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps the rows in a SQLite file of mode 0600.
final class EmulatorStore: StateStore {
  /// The file's name in the data directory.
  static let fileName = "apple-emulator.sqlite"

  let database: Database
  let sweeping = Mutex(Sweeping())
  private let lock: Mutex<DirectoryLock?>

  private static let migrator = Migrator([
    Migration(
      number: 1,
      sql: """
        CREATE TABLE records(
          kind TEXT NOT NULL, key TEXT NOT NULL, body BLOB NOT NULL, expires INTEGER,
          PRIMARY KEY(kind, key)) WITHOUT ROWID;
        CREATE TABLE signing_keys(key TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
        """,
      tables: ["signing_keys"]),
    // Starting afresh only counts the epoch up; the rows of past ones are swept later.
    Migration(
      number: 2,
      sql: """
        CREATE TABLE epoch(number INTEGER NOT NULL);
        INSERT INTO epoch(number) VALUES(1);
        CREATE TABLE rows(
          epoch INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, body BLOB NOT NULL, expires INTEGER,
          PRIMARY KEY(epoch, kind, key)) WITHOUT ROWID;
        INSERT INTO rows(epoch, kind, key, body, expires)
          SELECT 1, kind, key, body, expires FROM records;
        DROP TABLE records;
        """,
      tables: ["epoch", "rows"]),
  ])

  /// Opens or makes the file.
  ///
  /// - Throws: ``EmulatorError`` `unusable_store` that names the file.
  init(directory: String) throws(EmulatorError) {
    lock = Mutex(try DirectoryLock(directory: directory))
    let path = directory + "/" + Self.fileName
    // Made here first, so that the keys in it are never readable by others.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw EmulatorError(
        .unusableStore, "The file \(path) cannot be opened: \(String(cString: strerror(errno))).")
    }
    closeDescriptor(descriptor)
    do throws(SQLiteError) {
      var settings = Database.Settings()
      // A test service: what was answered outlives the process, and a loss of power may cost the last moments.
      settings.durability = .process
      database = try Database(path: path, migrator: Self.migrator, settings: settings)
    } catch {
      throw EmulatorError(.unusableStore, "The file \(path) cannot be used: \(error.message)")
    }
  }

  func write(
    _ changes: @escaping @Sendable () -> StateChanges,
    restore: @escaping @Sendable (StateChanges) -> Void
  ) async throws {
    // A work may run twice when its batch was rolled back: the second run writes what the first one took.
    let taken = TakenChanges()
    do {
      try await database.write { connection throws(SQLiteError) in
        try Self.write(taken.once(changes), to: connection)
      }
    } catch {
      taken.restore(restore)
      throw EmulatorError(.unusableStore, "The emulator's state could not be saved: \(error.message)")
    }
  }

  private static func write(_ changes: StateChanges, to connection: Connection) throws(SQLiteError) {
    if changes.clearsAll { try connection.run("UPDATE epoch SET number = number + 1") }
    let encoder = JSONEncoder()
    for row in changes.rows {
      let body: [UInt8]?
      do { body = try row.encoded(by: encoder) } catch {
        // Every row is made of strings, numbers and dates, which always encode.
        throw SQLiteError(.constraint(.other), "A row of the kind \(row.kind.rawValue) cannot be written.")
      }
      try write(row, body, to: connection)
    }
  }

  private static func write(_ row: StateChanges.Row, _ body: [UInt8]?, to connection: Connection)
    throws(SQLiteError)
  {
    switch (row.kind, body) {
    case (.signingKey, let body?):
      try connection.run("INSERT OR REPLACE INTO signing_keys(key, body) VALUES(?, ?)", row.key, body)
    case (.signingKey, nil):
      try connection.run("DELETE FROM signing_keys WHERE key = ?", row.key)
    case (let kind, let body?):
      try connection.run(
        """
        INSERT OR REPLACE INTO rows(epoch, kind, key, body, expires)
          VALUES((SELECT number FROM epoch), ?, ?, ?, ?)
        """, kind.rawValue, row.key, body, row.expires.map { Int64($0.rounded(.up)) })
    case (let kind, nil):
      try connection.run(
        "DELETE FROM rows WHERE epoch = (SELECT number FROM epoch) AND kind = ? AND key = ?", kind.rawValue,
        row.key)
    }
  }

  /// Reads everything but codes and tokens.
  ///
  /// The kinds are named one by one, so that the start walks past the many rows of the others.
  func load() throws(EmulatorError) -> EmulatorState {
    try decoding { connection throws(SQLiteError) in
      try connection.all(
        """
        SELECT kind, key, body FROM rows
          WHERE epoch = (SELECT number FROM epoch) AND kind IN (
            'settings', 'team', 'client', 'key', 'account', 'grant', 'relay', 'transfer', 'notification')
        """, read: Self.row)
        + connection.all("SELECT 'signing', key, body FROM signing_keys", read: Self.row)
    } as: {
      try EmulatorState(stored: $0)
    }
  }

  func loadTokens(now: Date) throws(EmulatorError) -> StoredTokens {
    try decoding { connection throws(SQLiteError) in
      try connection.all(
        """
        SELECT kind, key, body FROM rows
          WHERE epoch = (SELECT number FROM epoch) AND (expires IS NULL OR expires >= ?)
            AND kind IN ('code', 'refresh', 'access')
        """, Int64(now.timeIntervalSince1970), read: Self.row)
    } as: {
      try StoredTokens(stored: $0)
    }
  }

  private static func row(_ row: borrowing Row) -> StoredRow {
    StoredRow(kind: row.text(0), key: row.text(1), body: row.bytes(2))
  }

  private func decoding<Value>(
    _ read: (Connection) throws(SQLiteError) -> [StoredRow], as decode: ([StoredRow]) throws -> Value
  ) throws(EmulatorError) -> Value {
    let rows: [StoredRow]
    do throws(SQLiteError) { rows = try database.read(read) } catch {
      throw EmulatorError(.unusableStore, "The emulator's state cannot be read: \(error.message)")
    }
    do { return try decode(rows) } catch {
      throw EmulatorError(
        .unusableStore, "The emulator's state cannot be read by this version; remove \(Self.fileName).")
    }
  }

  func close() async {
    database.stop()
    lock.withLock { $0 = nil }
  }
}

/// The system's `close`, which a method of the same name would hide.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// The changes that one write takes, however often it runs.
private final class TakenChanges: Sendable {
  private let taken = Mutex<StateChanges?>(nil)

  func once(_ changes: () -> StateChanges) -> StateChanges {
    taken.withLock { taken in
      if let taken { return taken }
      let fresh = changes()
      taken = fresh
      return fresh
    }
  }

  func restore(_ restore: (StateChanges) -> Void) {
    if let changes = taken.withLock({ $0 }) { restore(changes) }
  }
}
