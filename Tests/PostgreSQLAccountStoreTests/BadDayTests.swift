import Accounts
import BramleyCrypto
import BramleyPostgreSQL
import PostgreSQLAccountStore
import Testing
import _PostgreSQLServer

@Suite("Bad days of the database", .serialized)
struct BadDayTests {
  private func store(
    _ address: String, statementTimeout: Duration = .seconds(5), work: Duration = .seconds(10)
  ) throws -> PostgreSQLAccountStore {
    var connection = ConnectionSettings(url: Secret(utf8: address))
    connection.statementTimeout = statementTimeout
    connection.lockTimeout = statementTimeout
    var pool = ConnectionPool.Settings()
    pool.size = 2
    pool.work = work
    return try PostgreSQLAccountStore(connection, pool: pool)
  }

  @Test("an address that cannot be read is refused without repeating its password")
  func address() throws {
    do {
      _ = try store("postgres://user:s3cr%t@host:port/database")
      Issue.record("accepted")
    } catch {
      #expect(error as? StoreError == StoreError(.unexpected, ""))
      #expect(!"\(error)".contains("s3cr"))
    }
  }

  @Test("an address with a port that is no number is refused when it connects, without repeating it")
  func port() async throws {
    let store = try store("postgres://user@host:s3cret/database")
    defer { store.stop() }
    do throws(StoreError) {
      try await store.prepare()
      Issue.record("accepted")
    } catch {
      #expect(error == StoreError(.unexpected, ""))
      #expect(!"\(error)".contains("s3cret"))
    }
  }

  @Test("a wrong user is refused, not waited for")
  func wrongUser() async throws {
    let server = try await PostgreSQLServer.shared()
    let store = try store("postgres://nobody:s3cret@127.0.0.1:\(server.port)/postgres")
    defer { store.stop() }
    do throws(StoreError) {
      try await store.prepare()
      Issue.record("accepted")
    } catch {
      #expect(error == StoreError(.unexpected, ""))
      #expect(!"\(error)".contains("s3cret"))
    }
  }

  @Test("down at start and in flight: busy at once, good again when it is back")
  func restart() async throws {
    let server = try PostgreSQLServer()
    let store = try store(server.address(of: try server.makeDatabase()))
    defer { store.stop() }
    try server.stop()
    await #expect(throws: StoreError(.busy, "")) { try await store.prepare() }
    try server.start()
    try await eventually { try await store.prepare() }
    #expect(try await store.accountCount() == 0)
    // Every kept connection is dead after this; none of them may reach a caller.
    try server.stop("immediate")
    try server.start()
    try await eventually { _ = try await store.accountCount() }
    try server.stop("immediate")
    await #expect(throws: StoreError(.busy, "")) { _ = try await store.accountCount() }
    try server.start()
    try await eventually { _ = try await store.accountCount() }
  }

  @Test("a server that takes no writes: read_only, and good again when it does")
  func readOnly() async throws {
    let server = try PostgreSQLServer()
    let database = try server.makeDatabase()
    let store = try store(server.address(of: database))
    defer { store.stop() }
    try await store.prepare()
    try server.run("ALTER DATABASE \(database) SET default_transaction_read_only=on")
    try server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='\(database)'")
    await #expect(throws: StoreError(.readOnly, "")) {
      _ = try await store.keep(
        [], purpose: .webFlow, key: OneTimeKey(expiry: Timestamp(seconds: 9), digest: [1]))
    }
    try server.run("ALTER DATABASE \(database) RESET default_transaction_read_only")
    try await eventually { _ = try await store.setting("x") }
  }

  @Test("a lock that is held too long ends the wait: busy")
  func slow() async throws {
    let server = try await PostgreSQLServer.shared()
    let database = try server.makeDatabase()
    let patient = try store(server.address(of: database))
    let store = try store(server.address(of: database), statementTimeout: .milliseconds(300))
    defer {
      store.stop()
      patient.stop()
    }
    try await store.prepare()
    async let held: Void = server.hold("LOCK TABLE settings", in: database, for: 2)
    try await eventually {
      let count = try server.run(
        "SELECT count(*) FROM pg_locks WHERE relation='settings'::regclass AND granted", in: database)
      guard count.hasPrefix("1") else { throw PostgreSQLServer.Failure(description: "not held yet") }
    }
    await #expect(throws: StoreError(.busy, "")) { _ = try await store.setting("x") }
    try await held
    #expect(try await store.setting("x") == nil)
  }

  @Test("a missing table is named, at start and in flight (FR-56)")
  func missingTable() async throws {
    let server = try await PostgreSQLServer.shared()
    let database = try server.makeDatabase()
    let first = try store(server.address(of: database))
    defer { first.stop() }
    try await first.prepare()
    try server.run("DROP TABLE jobs", in: database)
    do throws(StoreError) {
      _ = try await first.nextJob()
      Issue.record("answered")
    } catch {
      #expect(error == StoreError(.schema, ""))
      #expect(error.message.contains("jobs"))
    }
    let second = try store(server.address(of: database))
    defer { second.stop() }
    do throws(StoreError) {
      try await second.prepare()
      Issue.record("started")
    } catch {
      #expect(error == StoreError(.schema, ""))
      #expect(error.message.contains("jobs"))
    }
  }

  @Test("a newer schema is refused")
  func newerSchema() async throws {
    let server = try await PostgreSQLServer.shared()
    let database = try server.makeDatabase()
    let store = try store(server.address(of: database))
    defer { store.stop() }
    try await store.prepare()
    try server.run("INSERT INTO migrations VALUES(999,now())", in: database)
    await #expect(throws: StoreError(.schema, "")) { try await store.prepare() }
  }

  @Test("many nodes start at once on an empty database; the migration runs once (FR-57)")
  func togetherOnEmpty() async throws {
    let server = try await PostgreSQLServer.shared()
    let address = server.address(of: try server.makeDatabase())
    let stores = try (0..<6).map { _ in try store(address) }
    defer { for store in stores { store.stop() } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores { group.addTask { try await store.prepare() } }
      try await group.waitForAll()
    }
    for store in stores { try await store.prepare() }
    #expect(try await stores[0].findings().newest == PostgreSQLAccountStore.newestSchema)
  }

  @Test("more works than connections wait their turn; beyond the bound they are refused at once")
  func overload() async throws {
    let server = try await PostgreSQLServer.shared()
    let database = try server.makeDatabase()
    var pool = ConnectionPool.Settings()
    pool.size = 1
    pool.queueBound = 2
    pool.acquisition = .milliseconds(300)
    let store = try PostgreSQLAccountStore(
      ConnectionSettings(url: Secret(utf8: server.address(of: database))), pool: pool)
    defer { store.stop() }
    try await store.prepare()
    async let held: Void = server.hold("LOCK TABLE settings", in: database, for: 3)
    try await eventually {
      let count = try server.run(
        "SELECT count(*) FROM pg_locks WHERE relation='settings'::regclass AND granted", in: database)
      guard count.hasPrefix("1") else { throw PostgreSQLServer.Failure(description: "not held yet") }
    }
    let refused = await withTaskGroup(of: StoreError?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do throws(StoreError) {
            _ = try await store.setting("x")
            return nil
          } catch {
            return error
          }
        }
      }
      var refused = 0
      for await error in group where error?.code == .overloaded { refused += 1 }
      return refused
    }
    #expect(refused == 7)
    try await held
    #expect(try await store.setting("x") == nil)
  }

  /// Tries until it works; a server that was just started needs a moment, and so does the back-off.
  private func eventually(_ body: () async throws -> Void) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while true {
      do {
        return try await body()
      } catch {
        guard ContinuousClock.now < deadline else { throw error }
        await Task.yield()
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }
}
