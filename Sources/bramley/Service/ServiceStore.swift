import Accounts
import BramleyPostgreSQL
import OperationsAPI
import PostgreSQLAccountStore
import SQLiteAccountStore
import _Configuration

/// A store that a service owns and closes.
protocol ServiceStore: AccountStore {
  /// What the store has done, for `/metrics`.
  var counters: [Counter] { get }

  /// What the store is doing, for `/metrics`.
  var gauges: [Gauge] { get }

  /// Finishes what waits and closes; later operations are refused.
  func stop()
}

extension SQLiteAccountStore: ServiceStore {}
extension PostgreSQLAccountStore: ServiceStore {}

extension Configuration.Database {
  /// Opens the store at its newest schema; a server that cannot be reached is waited for.
  ///
  /// - Throws: ``ConfigurationError`` when waiting would not help.
  func open(_ log: Log) async throws -> any ServiceStore {
    switch self {
    case .sqlite(let path): return try openFile(path)
    case .postgreSQL(let url, let preparesStatements):
      let store: PostgreSQLAccountStore
      do {
        store = try PostgreSQLAccountStore(
          ConnectionSettings(url: url, preparesStatements: preparesStatements))
      } catch {
        throw ConfigurationError(
          setting: "database", problem: error.message, remedy: "Check the address.")
      }
      try await connect(store, log)
      return store
    }
  }

  private func openFile(_ path: String) throws -> SQLiteAccountStore {
    try PrivateFile.makeFolder(PrivateFile.folder(of: path))
    do throws(StoreError) {
      return try SQLiteAccountStore(path: path)
    } catch {
      throw ConfigurationError(
        setting: "database", problem: "\(path) cannot be opened: \(error).",
        remedy: error.code == .full
          ? "Make room on its disk, or raise the quota or the limit, and start again; nothing is lost."
          : "Check the path, its permissions, and whether another version of Bramley made it.")
    }
  }

  private func connect(_ store: PostgreSQLAccountStore, _ log: Log) async throws {
    var pause = Duration.milliseconds(250)
    while true {
      do throws(StoreError) {
        try await store.prepare()
        return
      } catch {
        guard error.isPassing else {
          store.stop()
          throw ConfigurationError(
            setting: "database", problem: "The database cannot be used: \(error.message).",
            remedy: "Check address, user and rights with: bramley doctor")
        }
        log.warning("database: \(error.message); waiting for it")
      }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .seconds(5))
    }
  }
}

extension StoreError {
  /// Whether it may be better in a moment without anybody's doing.
  var isPassing: Bool { code == .busy || code == .overloaded || code == .readOnly || code == .inDoubt }
}
