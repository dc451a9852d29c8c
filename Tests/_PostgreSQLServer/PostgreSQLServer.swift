import Foundation
import Synchronization

/// A private PostgreSQL from the system's packages in a temporary folder, on a free loopback port; it ends
/// with the process that started it, however that ends.
package final class PostgreSQLServer: Sendable {
  /// The loopback port.
  package let port: Int
  /// The folder of the data, the log and the socket.
  package let folder: String
  private let tools: String
  private let options: String
  private let watcher: Watcher
  private let databases = Atomic<Int>(0)

  /// A server could not be started, or a command failed.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package init(description: String) { self.description = description }
  }

  private static let sharing = Task<PostgreSQLServer, any Error> { try PostgreSQLServer() }

  /// The server that the tests of a process share; each takes a database of its own.
  package static func shared() async throws -> PostgreSQLServer { try await sharing.value }

  /// Whether the server's programs are installed.
  package static var isInstalled: Bool { (try? findTools()) != nil }

  /// Starts a server.
  ///
  /// - Parameter settings: Lines of `postgresql.conf` that win over the fixture's.
  package init(_ settings: [String] = []) throws {
    tools = try Self.findTools()
    port = try Self.freePort()
    folder = "/tmp/bramley-postgresql-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // The server refuses to run as root.
    if getuid() == 0 { try Self.run("/bin/chown", ["postgres", folder]) }
    try Self.runUnprivileged(
      tools + "/initdb", ["-D", folder + "/data", "-U", "bramley", "-A", "trust", "-E", "UTF8", "--no-sync"])
    let lines =
      [
        "listen_addresses='127.0.0.1'", "port=\(port)", "unix_socket_directories='\(folder)'", "fsync=off",
        "max_connections=300", "shared_buffers=64MB", "deadlock_timeout=200ms", "log_min_messages=warning",
      ] + settings
    options = lines.map { "-c \($0)" }.joined(separator: " ")
    let stop = "\(tools)/pg_ctl -D \(folder)/data -m immediate stop"
    watcher = try Watcher("read -r _; \(stop); rm -rf \(folder)")
    try start()
  }

  deinit { watcher.end() }

  /// Starts it again.
  package func start() throws {
    try Self.runUnprivileged(
      tools + "/pg_ctl",
      ["-D", folder + "/data", "-l", folder + "/log", "-w", "-t", "60", "-o", options, "start"])
  }

  /// Stops it: `fast` ends sessions in order, `immediate` is as a crash.
  package func stop(_ mode: String = "fast") throws {
    try Self.runUnprivileged(tools + "/pg_ctl", ["-D", folder + "/data", "-m", mode, "-w", "stop"])
  }

  /// Runs a statement as the owner of everything; answers what it prints.
  @discardableResult
  package func run(_ sql: String, in database: String = "postgres") throws -> String {
    try Self.run(
      tools + "/psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, address(of: database)])
  }

  /// Runs a statement and keeps its transaction, with its locks, open for some seconds.
  package func hold(_ sql: String, in database: String, for seconds: Int) async throws {
    let arguments = [
      "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", "BEGIN; \(sql); SELECT pg_sleep(\(seconds)); COMMIT",
      address(of: database),
    ]
    let program = tools + "/psql"
    // A thread of its own: the tests' threads are few.
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        continuation.resume(with: Result { _ = try Self.run(program, arguments) })
      }
    }
  }

  /// Makes an empty database, or one that is like another that nobody uses; answers its name.
  package func makeDatabase(like template: String? = nil) throws -> String {
    let name = "test\(databases.add(1, ordering: .relaxed).newValue)"
    try run("CREATE DATABASE \(name) STRATEGY file_copy" + (template.map { " TEMPLATE \($0)" } ?? ""))
    return name
  }

  /// The address of a database.
  package func address(of database: String, port: Int? = nil) -> String {
    "postgres://bramley@127.0.0.1:\(port ?? self.port)/\(database)"
  }
}
