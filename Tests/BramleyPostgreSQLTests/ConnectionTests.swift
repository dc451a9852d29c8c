import BramleyCrypto
import BramleyPostgreSQL
import Testing
import _PostgreSQLServer

@Suite("A connection to PostgreSQL", .serialized)
struct ConnectionTests {
  private static let make = Statement("CREATE TABLE t(id bigint PRIMARY KEY, name text, raw bytea)")
  private static let insert = Statement("INSERT INTO t(id,name,raw) VALUES($1,$2,$3)")
  private static let select = Statement("SELECT id,name,raw FROM t ORDER BY id")
  private static let count = Statement("SELECT count(*) FROM t")
  private static let broken = Statement("SELECT nothing FROM nowhere")
  private static let divide = Statement("SELECT 1/$1")
  private static let byKey = Statement("SELECT name FROM t WHERE id=$1")
  private static let planned = Statement(
    """
    SELECT sum(custom_plans)::bigint,sum(generic_plans)::bigint FROM pg_prepared_statements
    WHERE statement LIKE 'SELECT name FROM t%'
    """)

  private func connection(prepares: Bool = true) async throws -> Connection {
    let server = try await PostgreSQLServer.shared()
    return try Connection(
      ConnectionSettings(
        url: Secret(utf8: server.address(of: try server.makeDatabase())), preparesStatements: prepares))
  }

  @Test("refuses what cannot be read as an address and repeats none of it")
  func address() {
    do throws(PostgreSQLError) {
      try ConnectionSettings(url: Secret(utf8: "postgres://u:s3cr%zt@h/d")).check()
      Issue.record("accepted")
    } catch {
      #expect(error.code == .connectionString)
      #expect(!error.description.contains("s3cr"))
    }
  }

  @Test("says that nobody listens")
  func unreachable() {
    do throws(PostgreSQLError) {
      _ = try Connection(ConnectionSettings(url: Secret(utf8: "postgres://u:s3cret@127.0.0.1:1/d")))
      Issue.record("connected")
    } catch {
      #expect(error.code == .unreachable)
      #expect(!error.description.contains("s3cret"))
    }
  }

  @Test("tries the hosts in turn until one takes writes")
  func hosts() async throws {
    let server = try await PostgreSQLServer.shared()
    let database = try server.makeDatabase()
    let settings = ConnectionSettings(
      url: Secret(utf8: "postgres://bramley@127.0.0.1:1,127.0.0.1:\(server.port)/\(database)"))
    #expect(try Connection(settings).isUsable)
  }

  @Test("a host that hangs costs its own time, and the next one is used")
  func silentHost() async throws {
    let server = try await PostgreSQLServer.shared()
    let silent = try SilentHost()
    let database = try server.makeDatabase()
    var settings = ConnectionSettings(
      url: Secret(utf8: "postgres://bramley@127.0.0.1:\(silent.port),127.0.0.1:\(server.port)/\(database)"))
    settings.connectTimeout = .seconds(2)
    #expect(try Connection(settings).isUsable)
  }

  @Test("a prepared statement is planned once in a transaction, not anew for the values of each execution")
  func onePlan() async throws {
    let connection = try await connection()
    try connection.run(Self.make)
    try connection.synchronize()
    for number in 0..<8 {
      try connection.beginReading()
      _ = try connection.first(Self.byKey, Int64(number)) { $0.text(0) }
      try connection.finish()
    }
    let plans = try connection.first(Self.planned) { [$0.integer(0), $0.integer(1)] }
    #expect(plans == [0, 8])
  }

  @Test(
    "an error in a batch undoes what came before it and skips what comes after", arguments: [true, false])
  func batch(prepares: Bool) async throws {
    let connection = try await connection(prepares: prepares)
    try connection.run(Self.make)
    try connection.synchronize()
    try connection.run(Self.insert, Int64(1), "one", [1])
    try connection.run(Self.insert, Int64(1), "again", [1])
    try connection.run(Self.insert, Int64(2), "two", [1])
    do throws(PostgreSQLError) {
      try connection.synchronize()
      Issue.record("accepted")
    } catch {
      #expect(error.code == .unique)
      #expect(error.sqlState == "23505")
      #expect(!error.description.contains("again"))
    }
    #expect(connection.failure?.code == .unique)
    #expect(try connection.first(Self.count) { $0.integer(0) } == 0)
  }

  @Test("a statement that could not be prepared does not stand in the way of others")
  func prepareFails() async throws {
    let connection = try await connection()
    for _ in 0..<2 {
      do throws(PostgreSQLError) {
        _ = try connection.first(Self.broken) { $0.integer(0) }
        Issue.record("answered")
      } catch {
        #expect(error.code == .schema)
        #expect(error.message.contains("nowhere"))
      }
    }
    #expect(connection.isUsable)
    do throws(PostgreSQLError) {
      _ = try connection.first(Self.divide, Int64(0)) { $0.integer(0) }
      Issue.record("answered")
    } catch {
      #expect(error.code == .other)
      #expect(error.sqlState == "22012")
    }
  }

  @Test("values come back as they were given; a NUL in a text is replaced", arguments: [true, false])
  func values(prepares: Bool) async throws {
    let connection = try await connection(prepares: prepares)
    try connection.run(Self.make)
    try connection.run(Self.insert, Int64.max, "grüße \u{1F34F}", [0, 255] as [UInt8])
    try connection.run(Self.insert, Int64.min, "a\0b", [] as [UInt8])
    try connection.run(Self.insert, Int64(0), nil as String?, nil as [UInt8]?)
    let rows = try connection.all(Self.select) {
      ($0.integer(0), $0.optionalText(1), $0.optionalBytes(2))
    }
    #expect(rows.map(\.0) == [.min, 0, .max])
    #expect(rows.map(\.1) == ["a\u{FFFD}b", nil, "grüße \u{1F34F}"])
    #expect(rows.map(\.2) == [[], nil, [0, 255]])
  }

  @Test("many more statements than one batch holds are sent and answered")
  func many() async throws {
    let connection = try await connection()
    try connection.run(Self.make)
    for number in 0..<2000 { try connection.run(Self.insert, number, "x", [UInt8](repeating: 7, count: 100)) }
    #expect(try connection.first(Self.count) { $0.integer(0) } == 2000)
  }
}
