import Accounts
import BramleyPostgreSQL
import BramleySQLite
import PostgreSQLAccountStore
import SQLiteAccountStore
import _Configuration

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Command {
  /// `bramley db`: schema, backup and move.
  static let database = Command.group(
    "db", "Migrates, backs up and moves the database.", [databaseMigrate, databaseBackup, databaseCopy])

  private static let databaseMigrate = Command(
    name: "db migrate",
    summary: "Brings the database to the schema of this version; the service does the same at its start.",
    operands: "", operandCount: 0...0, options: OperatedStore.options
  ) { options throws in
    switch try OperatedStore.database(options) {
    case .sqlite(let path):
      do throws(StoreError) {
        let applied = try SQLiteAccountStore.migrate(path: path)
        Terminal.print(
          applied.isEmpty
            ? "schema \(SQLiteAccountStore.newestSchema) already"
            : "applied \(applied.map(String.init).joined(separator: ", "))")
        return .done
      } catch {
        if error.code == .busy { throw BusyStore() }
        Terminal.note("bramley db migrate: \(error)")
        return .failed
      }
    case .postgreSQL(let url, let preparesStatements):
      do throws(StoreError) {
        let store = try PostgreSQLAccountStore(
          ConnectionSettings(url: url, preparesStatements: preparesStatements))
        defer { store.stop() }
        try await store.prepare()
        // Newer than what this version knows, perhaps, if a newer one has only added.
        Terminal.print("schema \(try await store.findings().newest ?? PostgreSQLAccountStore.newestSchema)")
        return .done
      } catch {
        Terminal.note("bramley db migrate: \(error)")
        return .failed
      }
    }
  }

  private static let databaseBackup = Command(
    name: "db backup",
    summary: "Copies the database into a new file of mode 0600 while the service runs, and checks the copy.",
    operands: "FILE", operandCount: 1...1, options: OperatedStore.options
  ) { options throws in
    let target = options.operands[0]
    switch try OperatedStore.database(options) {
    case .postgreSQL:
      throw UsageError(
        "db backup copies a file; a PostgreSQL database is backed up with pg_dump or pg_basebackup.")
    case .sqlite(let path):
      guard access(path, R_OK) == 0 else {
        throw ConfigurationError(
          setting: "database", problem: "\(path) cannot be read.",
          remedy: "Check the path and its permissions.")
      }
      guard access(target, F_OK) != 0 else {
        throw PrivateFile.Failure(description: "\(target) is there already. Name another file, or remove it.")
      }
      let temporary = target + ".new"
      unlink(temporary)
      let pages = try await OnlineBackup().copy(path, to: temporary)
      try PrivateFile.publish(temporary, as: target)
      Terminal.print("\(pages) pages copied and checked: \(target)")
      Terminal.note("The sealing key is not in it: keep a copy of that in another place.")
      return .done
    }
  }
}

extension OperatedStore {
  /// The database that the options name, without opening it.
  static func database(_ options: CommandLineOptions) throws -> Configuration.Database {
    guard let url = options["--database"] else { return try configuration(options).database }
    guard options["-c"] == nil else { throw UsageError("Give -c or --database, not both.") }
    let database = try Configuration.Database(url, setting: "--database")
    try requireFile(database)
    return database
  }
}
