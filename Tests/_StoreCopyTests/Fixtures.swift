import Accounts
import BramleyCrypto
import BramleyPostgreSQL
import BramleySQLite
import PostgreSQLAccountStore
import SQLiteAccountStore
import Synchronization
import _AccountStoreConformance
import _PostgreSQLServer
import _StoreCopy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteAccountStore: DumpableStore {}
extension PostgreSQLAccountStore: DumpableStore {}

/// A folder of its own that goes with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "bramley-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func file(_ name: String) -> String { path + "/" + name }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// One of the two kinds of database, with what a test does to it.
struct Base: Sendable {
  let place: StoreCopy.Place
  let server: PostgreSQLServer?
  let name: String

  static func file(_ path: String) -> Base { Base(place: .sqlite(path: path), server: nil, name: path) }

  static func server(like template: String? = nil) async throws -> Base {
    let server = try await PostgreSQLServer.shared()
    let name = try server.makeDatabase(like: template)
    let settings = ConnectionSettings(url: Secret(utf8: server.address(of: name)))
    return Base(place: .postgreSQL(settings), server: server, name: name)
  }

  /// A new one of the kind.
  static func make(_ kind: Kind, _ folder: TemporaryFolder) async throws -> Base {
    switch kind {
    case .sqlite: .file(folder.file("\(UUID().uuidString).sqlite"))
    case .postgreSQL: try await server()
    }
  }

  enum Kind: String, Sendable, CaseIterable {
    case sqlite
    case postgreSQL
    var other: Kind { self == .sqlite ? .postgreSQL : .sqlite }
  }

  /// Works on it as a service would, and closes it.
  func use<Answer: Sendable>(_ body: (any DumpableStore) async throws -> Answer) async throws -> Answer {
    switch place {
    case .sqlite(let path):
      let store = try SQLiteAccountStore(path: path)
      defer { store.stop() }
      return try await body(store)
    case .postgreSQL(let settings):
      let store = try PostgreSQLAccountStore(settings)
      defer { store.stop() }
      try await store.prepare()
      return try await body(store)
    }
  }

  /// Every row as the store itself tells it.
  func dump() async throws -> [String] { try await use { try await $0.dump() } }

  /// Runs a statement; answers what it gives as text, one row a line.
  @discardableResult
  func run(_ sql: String) throws -> String {
    if let server { return try server.run(sql, in: name).trimmed }
    let connection = try Connection(path: name, role: .writer)
    var lines: [String] = []
    try TableStatement(connection, sql).rows(
      { (row) throws(SQLiteError) in
        lines.append(row.text(0))
        return true
      }, orThrow: { $0 })
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate var trimmed: String { String(reversed().drop(while: \.isWhitespace).reversed()) }
}

/// A store in which every case of the stores' suite has left what it leaves, and the tables that none fills.
enum Filled {
  private static let folder = Result { try TemporaryFolder() }
  private static let file = Task<String, any Error> { try await fill(.sqlite).name }
  private static let database = Task<String, any Error> { try await fill(.postgreSQL).name }

  /// A copy of it of one's own.
  static func make(_ kind: Base.Kind, _ folder: TemporaryFolder) async throws -> Base {
    switch kind {
    case .sqlite:
      let path = folder.file("\(UUID().uuidString).sqlite")
      try FileManager.default.copyItem(atPath: try await file.value, toPath: path)
      return .file(path)
    case .postgreSQL:
      return try await Base.server(like: try await database.value)
    }
  }

  private static func fill(_ kind: Base.Kind) async throws -> Base {
    let base = try await Base.make(kind, try folder.get())
    try await base.use { store in
      for behaviour in ConformanceCase.all {
        // On a store with others' rows many expectations fail; what was written stays.
        try? await behaviour.run(store)
      }
    }
    // What the cases clear away again: some of them sweep, one erases everything.
    let bytes = kind == .sqlite ? "x'0102ff00'" : "'\\x0102ff00'::bytea"
    for statement in [
      "INSERT INTO leases(key,taken) VALUES(\(bytes),7)",
      """
      INSERT INTO grants(account,state,subject,client_id,code_hash,authorized_at,sealed_token)
      VALUES(1,2,'ann','com.example.app',\(bytes),5,\(bytes)),(1,3,'','',\(bytes),-6,NULL)
      """,
      """
      INSERT INTO consents(account,at,kind,version,text,locale)
      VALUES(1,5,'terms','2','I agree.','en'),(1,6,'terms','2','موافق','ar')
      """,
      "INSERT INTO tombstones(account,digest,cause,at) VALUES(900,\(bytes),'suite',7)",
    ] { try base.run(statement) }
    try base.run("UPDATE accounts SET display_name='Zoë 🍏 ''n' WHERE id=(SELECT min(id) FROM accounts)")
    try await base.use { _ = try await $0.mark(StoreMark(mode: .production, usesEmulator: true)) }
    if case .sqlite(let path) = base.place {
      // The log goes into the file, so that the file alone is the store.
      _ = try Connection(path: path, role: .exclusive).first("SELECT 1") { $0.integer(0) }
      try base.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return base
  }
}

/// Stops a copy at its n-th step.
final class Interruption: Sendable {
  private let left: Mutex<Int>
  init(after steps: Int) { left = Mutex(steps) }

  func goesOn() -> Bool {
    left.withLock { left in
      left -= 1
      return left >= 0
    }
  }
}
