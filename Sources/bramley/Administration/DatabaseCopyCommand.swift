import Accounts
import BramleyCrypto
import BramleyPostgreSQL
import PostgreSQLAccountStore
import SQLiteAccountStore
import Synchronization
import _Configuration
import _StoreCopy

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Command {
  /// `bramley db copy`: moves a store between a file and a server.
  static let databaseCopy = Command(
    name: "db copy",
    summary: "Copies a store into an empty database, either kind, and compares them; run again, it goes on.",
    operands: "", operandCount: 0...0,
    options: OperatedStore.options + [
      .init(name: "--from", value: "URL", help: "the source, where -c is to name only the sealing keys"),
      .init(
        name: "--to", value: "URL",
        help: "the target: sqlite:PATH or postgres://…; services of both are stopped first"),
      .init(name: "--verify-only", value: nil, help: "compares the two and writes nothing"),
      .init(name: "--restart", value: nil, help: "throws away half a copy in the target and begins anew"),
      .init(name: "--json", value: nil, help: "answers in JSON"),
    ]
  ) { options throws in
    let request = try DatabaseCopyRequest(options)
    // Comparing needs no key: what is sealed is compared as it is.
    if request.work != .compare { guard try await request.checkKeys() else { return .failed } }
    let meter = CopyMeter()
    let report: CopyReport
    do throws(CopyError) {
      report = try await StoreCopy(from: request.source, to: request.target).run(request.work) {
        meter.note($0)
        return true
      }
    } catch {
      Terminal.note("bramley db copy: \(error)")
      return .failed
    }
    let view = CopyView(report)
    for line in options.has("--json") ? [try JSONText.line(view)] : view.lines { Terminal.print(line) }
    if request.work != .compare, report.isSame {
      Terminal.note("The sealing key is not in it: the service needs the same one with the new database.")
    }
    return report.isSame ? .done : .failed
  }
}

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
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      let file = SealingKeyFile.path(in: folder)
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

/// Tells how far a copy is: a line for each table, and one every few seconds of a large one.
private final class CopyMeter: Sendable {
  private let last = Mutex((table: "", at: ContinuousClock.now))

  func note(_ step: CopyStep) {
    let (verb, table, done, total) =
      switch step {
      case .copying(let table, let done, let total): ("copied", table, done, total)
      case .comparing(let table, let done, let total): ("compared", table, done, total)
      }
    let isDue = last.withLock { last in
      let now = ContinuousClock.now
      guard last.table != verb + table || now - last.at > .seconds(2) else { return false }
      last = (verb + table, now)
      return true
    }
    if isDue { Terminal.note("\(table): \(done) of \(total) \(verb)") }
  }
}

/// What `db copy` prints.
struct CopyView: Encodable {
  struct Line: Encodable {
    let table: String
    let rows: Int
    let targetRows: Int
    let sha256: String
    let isSame: Bool
  }

  let tables: [Line]
  let written: Int
  let isSame: Bool

  init(_ report: CopyReport) {
    tables = report.lines.map {
      Line(
        table: $0.table, rows: $0.source.count, targetRows: $0.target.count, sha256: $0.source.text,
        isSame: $0.isSame)
    }
    written = report.written
    isSame = report.isSame
  }

  var lines: [String] {
    tables.map { line in
      [
        line.table, "\(line.rows)", line.isSame ? "same" : "DIFFERS (\(line.targetRows))",
        String(line.sha256.prefix(16)),
      ].joined(separator: "\t")
    } + [isSame ? "\(written) rows written; both hold the same" : "the two do not hold the same"]
  }
}
