import Accounts
import BramleyCrypto
import BramleyPostgreSQL
import _Configuration
import _StoreCopy

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What `db copy` was asked for.
struct DatabaseCopyRequest {
  let source: StoreCopy.Place
  let target: StoreCopy.Place
  let work: StoreCopy.Work
  private let from: Configuration.Database
  private let keys: MasterKeyRing?

  init(_ options: CommandLineOptions) throws {
    guard let to = options["--to"] else { throw UsageError("Name the target with --to URL.") }
    guard options["--from"] == nil || options["--database"] == nil else {
      throw UsageError("Give --from or --database, not both.")
    }
    guard !(options.has("--verify-only") && options.has("--restart")) else {
      throw UsageError("--verify-only writes nothing, --restart does: give one of them.")
    }
    work = options.has("--verify-only") ? .compare : options.has("--restart") ? .copyAnew : .copy
    let named = options["--from"].map { ($0, "--from") } ?? options["--database"].map { ($0, "--database") }
    let configuration =
      named == nil || options["-c"] != nil ? try OperatedStore.configuration(options) : nil
    if let (url, setting) = named {
      from = try Configuration.Database(url, setting: setting).inFolder
    } else if let configuration {
      from = configuration.database
    } else {
      throw UsageError("Name the source with -c FILE or --database URL.")
    }
    try OperatedStore.requireFile(from)
    let into = try Configuration.Database(to, setting: "--to").inFolder
    source = from.place
    target = into.place
    keys = try configuration.map { try $0.masterKeys() } ?? Self.keys(beside: [from, into])
  }

  /// The sealing keys that `dev` keeps beside a file.
  private static func keys(beside databases: [Configuration.Database]) throws -> MasterKeyRing? {
    for case .sqlite(let path) in databases {
      let file = SealingKeyFile.path(beside: path)
      if access(file, R_OK) == 0 { return try SealingKeyFile.keys(at: file) }
    }
    return nil
  }

  /// Whether the keys are those that the source's secrets are sealed under; says what is wrong.
  func checkKeys() async throws -> Bool {
    guard let keys else {
      throw ConfigurationError(
        setting: "keys.sealingFile",
        problem: "The source's secrets are sealed, and no sealing key was named.",
        remedy: "Name the service's configuration with -c FILE, and the source with --from if it differs.")
    }
    let opened = try await OperatedStore.open(from)
    defer { opened.close() }
    guard try await opened.store.setting(StoreMark.setting) != nil else {
      throw ConfigurationError(
        setting: "--database", problem: "No service has used the source yet.", remedy: "Check its address.")
    }
    let findings = try await SealingCheck(opened.store, keys: keys, random: SystemRandomSource()).run()
    guard findings.isGood else {
      Terminal.note(
        "SEALING_KEY_WRONG: the source's secrets open under none of the keys "
          + "\(keys.all.map(\.id).joined(separator: ", ")). Name the configuration that belongs to it.")
      return false
    }
    if findings.closed > 0 {
      Terminal.note(
        "\(findings.closed) of its secrets open under none of the keys; they are copied as they are")
    }
    return true
  }
}

extension Configuration.Database {
  /// The database itself where a folder of `dev` was named.
  fileprivate var inFolder: Configuration.Database {
    guard case .sqlite(let path) = self, PrivateFile.isFolder(path) else { return self }
    return .sqlite(path: path + (path.hasSuffix("/") ? "" : "/") + "bramley.db")
  }

  fileprivate var place: StoreCopy.Place {
    switch self {
    case .sqlite(let path): .sqlite(path: path)
    case .postgreSQL(let url, let preparesStatements):
      .postgreSQL(ConnectionSettings(url: url, preparesStatements: preparesStatements))
    }
  }
}
