import Accounts
import BramleyPostgreSQL
import BramleySQLite
import PostgreSQLAccountStore
import _Configuration

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The database and its schema; looked at without migrating anything.
enum DatabaseCheck {
  private static let unfinishedRemedy = "Run bramley db copy to its end, or name another database."

  /// Whom the store belongs to: one mode's accounts must never vouch for the other's (R7).
  static func markFinding(_ configuration: Configuration) -> Finding? {
    guard case .sqlite(let path) = configuration.database, access(path, R_OK) == 0, startsLikeSQLite(path),
      let kept = storedMark(path)
    else { return nil }
    guard kept != StoreMark.unfinishedCopy else {
      return .failed("store-mark", "\(path) is an unfinished copy", unfinishedRemedy)
    }
    guard let mark = StoreMark(kept: kept) else {
      return .failed("store-mark", "\(path) has a mark that cannot be read", "Restore it from a backup.")
    }
    let owner = mark.mode == .development ? "dev" : "serve"
    let wanted = configuration.mode == .dev ? "dev" : "serve"
    guard owner == wanted else {
      return .failed(
        "store-mark", "\(path) was made by \(owner) and does not serve \(wanted)",
        "Name another file in the setting database: what dev accepts must never vouch for accounts of serve.")
    }
    guard configuration.mode == .dev || mark.usesEmulator != configuration.apple.isRealApple else {
      return .failed(
        "store-mark",
        mark.usesEmulator
          ? "an emulator vouched for the accounts of \(path)" : "\(path) belongs to the real Apple",
        "Name another file in the setting database for this apple.baseUrl.")
    }
    return .ok(
      "store-mark", "made by \(owner)\(mark.usesEmulator ? ", for an emulator" : ", for the real Apple")")
  }

  private static func storedMark(_ path: String) -> [UInt8]? {
    do throws(SQLiteError) {
      let connection = try Connection(path: path, role: .reader)
      let hasSettings =
        try connection.first("SELECT count(*) FROM sqlite_master WHERE type='table' AND name='settings'") {
          $0.integer(0)
        } == 1
      guard hasSettings else { return nil }
      return try connection.first("SELECT value FROM settings WHERE name=?", StoreMark.setting) {
        $0.bytes(0)
      }
    } catch {
      // The database's own check tells what is wrong with the file.
      return nil
    }
  }

  /// - Parameter mode: Whose store it should be (R7).
  static func finding(
    _ database: Configuration.Database, newestSchema: Int, mode: Configuration.Mode
  ) async -> Finding {
    switch database {
    case .sqlite(let path): return finding(path, newestSchema)
    case .postgreSQL(let url, let preparesStatements):
      return await finding(ConnectionSettings(url: url, preparesStatements: preparesStatements), mode)
    }
  }

  private static func finding(_ settings: ConnectionSettings, _ mode: Configuration.Mode) async -> Finding {
    var pool = ConnectionPool.Settings()
    pool.size = 1
    do throws(StoreError) {
      let store = try PostgreSQLAccountStore(settings, pool: pool)
      defer { store.stop() }
      let found = try await store.findings()
      let newest = PostgreSQLAccountStore.newestSchema
      guard let schema = found.newest else {
        return found.tables.isEmpty
          ? .ok("database", "the server answers; the first start makes the schema")
          : .failed("database", "it holds another program's tables", "Name a database of its own.")
      }
      if let refusal = found.refusal(PostgreSQLAccountStore.migrations) {
        return .failed("database", refusal.message, "Restore it, or use the version that made it.")
      }
      if schema < newest {
        return .note(
          "database", "it has schema \(schema); the next start brings it to \(newest). Back it up first.")
      }
      let kept = try await store.setting(StoreMark.setting)
      guard kept != StoreMark.unfinishedCopy else {
        return .failed("database", "it is an unfinished copy", unfinishedRemedy)
      }
      let mark = kept.map { String(decoding: $0, as: UTF8.self) }
      let isForeign = mark.map { $0.hasPrefix("development") != (mode == .dev) } ?? false
      if isForeign {
        return .failed(
          "database", "it was made by \(mode == .dev ? "serve" : "dev")", "Name another database (R7).")
      }
      return .ok("database", "the server answers, schema \(schema)\(beside(schema, newest))")
    } catch {
      return .failed("database", error.message, "Check address, user, password and rights.")
    }
  }

  private static func finding(_ path: String, _ newest: Int) -> Finding {
    guard access(path, F_OK) == 0 else { return missing(path) }
    guard access(path, R_OK | W_OK) == 0 else {
      return .failed("database", "\(path) may not be read and written", "Run as its owner: ls -l \(path)")
    }
    // Opening would turn any SQLite file's journal over; a foreign file must stay as it is.
    guard startsLikeSQLite(path) else {
      return .failed("database", "\(path) is no SQLite file", "Name another path in the setting database.")
    }
    do throws(SQLiteError) {
      let connection = try Connection(path: path, role: .reader)
      let isOurs =
        try connection.first(
          "SELECT count(*) FROM sqlite_master WHERE type='table' AND name IN ('migrations','accounts')"
        ) { $0.integer(0) } == 2
      guard isOurs else {
        return .failed("database", "\(path) holds another program's tables", "Name another path.")
      }
      let schema = try connection.first("SELECT max(number) FROM migrations") { Int($0.integer(0)) } ?? 0
      if let refusal = try Migrator.refusal(connection, knowing: newest) {
        return .failed("database", refusal.message, "Use the newer version of Bramley for \(path).")
      }
      if schema < newest {
        return .note(
          "database", "\(path) has schema \(schema); the next start brings it to \(newest). Back it up first."
        )
      }
      return .ok("database", "\(path), schema \(schema)\(beside(schema, newest))")
    } catch {
      return .failed("database", error.message, "Restore it from a backup, or check the disk.")
    }
  }

  /// A newer version has been here and has only added.
  private static func beside(_ schema: Int, _ newest: Int) -> String {
    schema > newest ? "; this version knows \(newest) and works with it" : ""
  }

  private static func missing(_ path: String) -> Finding {
    let folder = PrivateFile.folder(of: path)
    if access(folder, F_OK) != 0 {
      return .note("database", "\(path) is not there yet; the first start makes it and its folder")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      return .failed(
        "database", "\(path) is not there, and \(folder) may not be written to",
        "Give the folder to the user that runs the service.")
    }
    return .ok("database", "\(path) is not there yet; the first start makes it")
  }

  private static func startsLikeSQLite(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var start = [UInt8](repeating: 0, count: 16)
    let count = read(descriptor, &start, start.count)
    // An empty file is one that SQLite has not written to yet.
    return count == 0 || (count == 16 && start == Array("SQLite format 3\0".utf8))
  }
}
