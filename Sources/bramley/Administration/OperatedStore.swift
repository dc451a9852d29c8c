import Accounts
import BramleyCrypto
import BramleyJOSE
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

/// The store that an administrator's command works on, beside the service or without one.
struct OperatedStore {
  /// The store.
  let store: any ResealableStore
  /// Its configuration, or that of its mode where a command named the database alone.
  let policy: AccountsPolicy
  /// The algorithm of its ID tokens.
  let algorithm: SignatureAlgorithm
  private let close: @Sendable () -> Void

  /// `-c` and `--database`, which every administrator's command takes.
  static let options: [CommandLineOptions.Option] = [
    .init(
      name: "-c", value: "FILE", help: "the service's configuration (JSON5); the environment wins over it"),
    .init(name: "--database", value: "URL", help: "the database alone: sqlite:PATH or postgres://…"),
  ]

  /// Opens the store that the options name.
  ///
  /// - Throws: ``UsageError`` when they name none or two, ``ConfigurationError`` when it cannot be opened.
  ///
  /// - Parameter isBulk: Whether very many rows are to be written.
  static func open(_ options: CommandLineOptions, isBulk: Bool = false) async throws -> OperatedStore {
    guard options["--database"] != nil else {
      let configuration = try configuration(options)
      let opened = try await open(configuration.database, isBulk: isBulk)
      try await AccountsAssembly.claim(
        opened.store, StoreMark(mode: .production, usesEmulator: !configuration.apple.isRealApple))
      return OperatedStore(
        store: opened.store,
        policy: AccountsPolicy(
          configuration, mode: .production, canExchange: false, issuesUnsignedTokens: false),
        algorithm: configuration.tokens.algorithm == .es256 ? .es256 : .rs256, close: opened.close)
    }
    let database = try database(options)
    let opened = try await open(database, isBulk: isBulk)
    guard try await opened.store.setting(StoreMark.setting) != nil else {
      throw ConfigurationError(
        setting: "--database", problem: "No service has used this database yet.",
        remedy: "Name the service's configuration with -c, or start the service once.")
    }
    let mark = try await opened.store.mark(StoreMark(mode: .production, usesEmulator: false))
    return OperatedStore(
      store: opened.store, policy: try policy(mark, team: options["--team"]), algorithm: .es256,
      close: opened.close)
  }

  /// The configuration that `-c` names, or that the environment holds.
  static func configuration(_ options: CommandLineOptions) throws -> Configuration {
    guard options["-c"] != nil || ProcessEnvironment.configuresService else {
      throw UsageError("Name the service with -c FILE, or its database with --database URL.")
    }
    return try Configuration.load(.serve, options)
  }

  /// The domain over the store.
  func accounts() throws -> Accounts {
    try Accounts.administration(
      of: store, policy: policy, time: SystemTime(), random: SystemRandomSource())
  }

  /// What the audit calls whoever types a command.
  static let operatorFacts: ClientFacts = {
    var facts = ClientFacts()
    facts.administrator = "command"
    return facts
  }()

  /// Finishes what waits and closes.
  func stop() { close() }

  /// Opens a database at its newest schema, whoever uses it.
  static func open(_ database: Configuration.Database, isBulk: Bool = false) async throws
    -> (store: any ResealableStore, close: @Sendable () -> Void)
  {
    switch database {
    case .sqlite(let path):
      do throws(StoreError) {
        let store = try SQLiteAccountStore(path: path, settings: isBulk ? .bulk : Database.Settings())
        return (store, { store.stop() })
      } catch {
        // Another process that writes for long is no fault of the configuration.
        if error.code == .busy { throw BusyStore() }
        throw ConfigurationError(
          setting: "database", problem: "\(path) cannot be opened: \(error).",
          remedy: "Check the path, its permissions, and whether another version of Bramley made it.")
      }
    case .postgreSQL(let url, let preparesStatements):
      do throws(StoreError) {
        let store = try PostgreSQLAccountStore(
          ConnectionSettings(url: url, preparesStatements: preparesStatements))
        try await store.prepare()
        return (store, { store.stop() })
      } catch {
        throw ConfigurationError(
          setting: "database", problem: "The database cannot be used: \(error.message).",
          remedy: "Check address, user and rights with: bramley doctor")
      }
    }
  }

  /// A mistyped path must not become an empty database.
  static func requireFile(_ database: Configuration.Database) throws(ConfigurationError) {
    guard case .sqlite(let path) = database, access(path, F_OK) != 0 else { return }
    throw ConfigurationError(
      setting: "--database", problem: "\(path) is not there.",
      remedy: "Check the path; a new database is made by the service, or with -c.")
  }

  /// The rules of a database whose configuration was not named: those of its mode.
  private static func policy(_ mark: StoreMark, team: String?) throws -> AccountsPolicy {
    if mark.mode == .development {
      let configuration = try Configuration.load(
        mode: .dev, json5: nil, environment: [:], readFile: { _ in nil })
      return AccountsPolicy(
        configuration, mode: .development, canExchange: false, issuesUnsignedTokens: false)
    }
    return AccountsPolicy(
      projectID: "", issuer: "", cookieIssuer: "", mode: .production,
      apple: ApplePolicy(teamID: team ?? "", bundleIDs: [], canExchange: false))
  }
}

/// Another process held the database's write lock for longer than a command waits.
struct BusyStore: Error, CustomStringConvertible {
  let description =
    "STORE_BUSY: Another process has been writing to the database for five seconds. Try again when it is done."
}
