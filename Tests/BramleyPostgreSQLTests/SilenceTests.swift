import BramleyCrypto
import Testing
import _PostgreSQLServer

@testable import BramleyPostgreSQL

@Suite("A server that falls silent", .serialized, .timeLimit(.minutes(2)))
struct SilenceTests {
  private static let one = Statement("SELECT 1")
  private static let sleep = Statement("SELECT 1 FROM pg_sleep($1::bigint)")

  @Test(
    "the limits leave room for another host within a work, and within ten seconds of the silence (issue 8)")
  func figures() {
    let connection = ConnectionSettings(url: Secret(utf8: "postgres://h/d"))
    let pool = ConnectionPool.Settings()
    // The server ends a statement and a wait for a lock before the client takes it for dead.
    #expect(connection.lockTimeout < connection.silence)
    #expect(connection.statementTimeout < connection.silence)
    // One host that hangs, one more attempt, and the work is done on the next host.
    let back = connection.silence + connection.connectTimeout + Reconnection.longestPause
    #expect(back < pool.work)
    #expect(back < .seconds(10))
    #expect(pool.acquisition < connection.silence)
  }

  @Test("hosts that all refuse are refused; one that may come back is waited for")
  func refusals() {
    let wrong =
      #"connection to server at "a", port 5432 failed: FATAL:  password authentication failed for user "b""#
    let plain =
      #"connection to server at "a", port 5432 failed: FATAL:  no pg_hba.conf entry for host "c", no encryption"#
    let down =
      #"connection to server at "d", port 5432 failed: Connection refused"# + "\n\tIs the server running?"
    let waiting = #"connection to server at "d", port 5432 failed: session is read-only"#
    #expect(Connection.refusal(wrong).code == .refused)
    #expect(Connection.refusal(plain + "\n" + wrong + "\n").code == .refused)
    #expect(Connection.refusal(plain + "\n" + down + "\n").code == .unreachable)
    #expect(Connection.refusal(wrong + "\n" + waiting).code == .readOnly)
    #expect(Connection.refusal(#"database "x" does not exist"#).code == .refused)
    #expect(Connection.refusal("").code == .unreachable)
  }

  @Test("a connection that waits in vain is judged by what the others hear")
  func judgement() {
    let hearing = Hearing()
    let start = ContinuousClock.now
    hearing.heard(at: start + .seconds(3))
    // Somebody has heard of it since: it lives.
    #expect(!hearing.waitedInVain(since: start, until: start + .seconds(5)))
    #expect(!hearing.distrusts(start))
    #expect(hearing.waitedInVain(since: start + .seconds(4), until: start + .seconds(9)))
    #expect(hearing.distrusts(start + .seconds(3)))
    // What was made or heard after it is trusted.
    #expect(!hearing.distrusts(start + .seconds(10)))
  }

  private func pool(_ url: String, size: Int) throws -> ConnectionPool {
    var connection = ConnectionSettings(url: Secret(utf8: url))
    connection.statementTimeout = .milliseconds(200)
    connection.lockTimeout = .milliseconds(200)
    var settings = ConnectionPool.Settings()
    settings.size = size
    settings.acquisition = .seconds(30)
    settings.work = .seconds(30)
    return try ConnectionPool(connection, settings)
  }

  private func works(_ pool: ConnectionPool, _ count: Int) async throws {
    try await withThrowingTaskGroup(of: Int64?.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await pool.write(
            { (connection) throws(PostgreSQLError) in try connection.first(Self.one) { $0.integer(0) } },
            orThrow: { $0 })
        }
      }
      for try await answer in group { #expect(answer == 1) }
    }
  }

  /// Four open connections to a host that has just stopped answering; a second host of the pool answers.
  private func poolOnHostThatHangs() async throws -> (ConnectionPool, InterruptingProxy) {
    let server = try await PostgreSQLServer.shared()
    let database = try server.makeDatabase()
    let proxy = try InterruptingProxy(serverPort: server.port)
    let pool = try pool(
      "postgres://bramley@127.0.0.1:\(proxy.port),127.0.0.1:\(server.port)/\(database)", size: 4)
    while pool.counts.open < 4 { try await works(pool, 16) }
    proxy.freeze()
    return (pool, proxy)
  }

  @Test(
    "works under way and idle connections leave a host that hangs for one that answers",
    .timeLimit(.minutes(2)))
  func otherHost() async throws {
    let (pool, proxy) = try await poolOnHostThatHangs()
    defer {
      pool.stop()
      proxy.stop()
    }
    // One finds it out, at the cost of its own waiting; nothing is lost by it.
    try await works(pool, 1)
    #expect(pool.counts.connectionRetries == 1)
    #expect(pool.counts.opened == 5)
    // The others lay idle: they are not tried again.
    while pool.counts.opened < 8 { try await works(pool, 16) }
    #expect(pool.counts.connectionRetries == 1)
    #expect(pool.counts.open == 4)
    // A transaction that only read ends behind its answer.
    while pool.counts.busy > 0 { await Task.yield() }
    #expect(pool.counts.waiting == 0 && pool.counts.refused == 0)
  }

  @Test("works that wait together are given up together and are done on another host")
  func together() async throws {
    let (pool, proxy) = try await poolOnHostThatHangs()
    defer {
      pool.stop()
      proxy.stop()
    }
    try await works(pool, 8)
    #expect(pool.counts.connectionRetries <= 4)
    #expect(pool.counts.refused == 0)
  }

  @Test("a statement that takes too long is ended by the server; the connection stays")
  func slow() async throws {
    let server = try await PostgreSQLServer.shared()
    let pool = try pool(server.address(of: try server.makeDatabase()), size: 1)
    defer { pool.stop() }
    await #expect(throws: PostgreSQLError(.timeout, "")) {
      _ = try await pool.write(
        { (connection) throws(PostgreSQLError) in try connection.first(Self.sleep, 9) { $0.integer(0) } },
        orThrow: { $0 })
    }
    try await works(pool, 2)
    #expect(pool.counts.opened == 1 && pool.counts.failed == 0)
  }

  @Test("attempts that fail and works that find no connection are counted")
  func failures() async throws {
    let silent = try SilentHost()
    var connection = ConnectionSettings(url: Secret(utf8: "postgres://bramley@127.0.0.1:1/d"))
    var settings = ConnectionPool.Settings()
    settings.size = 1
    let pool = try ConnectionPool(connection, settings)
    await #expect(throws: PostgreSQLError(.unreachable, "")) { try await works(pool, 1) }
    #expect(pool.counts.failed == 1 && pool.counts.open == 0 && pool.counts.opened == 0)
    pool.stop()
    connection.url = Secret(utf8: "postgres://bramley@127.0.0.1:\(silent.port)/d")
    settings.queueBound = 1
    let full = try ConnectionPool(connection, settings)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try? await works(full, 1) } }
    }
    #expect(full.counts.refused >= 1)
    full.stop()
  }
}
