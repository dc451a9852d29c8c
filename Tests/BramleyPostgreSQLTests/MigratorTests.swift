import BramleyCrypto
import Testing
import _PostgreSQLServer

@testable import BramleyPostgreSQL

@Suite("PostgreSQL migrations", .serialized)
struct MigratorTests {
  private static let first = Migration(number: 1, sql: "CREATE TABLE one(a bigint)", tables: ["one"])
  private static let expanding = Migration(
    number: 2, compatibleFrom: 1, sql: "ALTER TABLE one ADD COLUMN b bigint; CREATE TABLE two(a bigint)",
    tables: ["two"])
  private static let contracting = Migration(
    number: 3, compatibleFrom: 2, sql: "ALTER TABLE one DROP COLUMN a", tables: [])
  private static let select = Statement("SELECT count(*) FROM one")

  private func connect(_ address: String) throws -> Connection {
    let connection = try Connection(ConnectionSettings(url: Secret(utf8: address)))
    connection.deadline = .now + .seconds(60)
    return connection
  }

  private func address() async throws -> String {
    let server = try await PostgreSQLServer.shared()
    return server.address(of: try server.makeDatabase())
  }

  @Test("works beside a newer version that only added; once it has taken something away, it is refused")
  func expandThenContract() async throws {
    let connection = try connect(try await address())
    let old = Migrator([Self.first])
    #expect(try old.migrate(connection) == [1])
    let middle = Migrator([Self.first, Self.expanding])
    #expect(try middle.migrate(connection) == [2])
    #expect(try old.migrate(connection) == [])
    #expect(try Migrator([Self.first, Self.expanding, Self.contracting]).migrate(connection) == [3])
    #expect(try middle.migrate(connection) == [])
    do throws(PostgreSQLError) {
      try old.migrate(connection)
      Issue.record("started without its column")
    } catch {
      #expect(error.code == .schema)
      #expect(error.message.contains("schema 3, which versions of Bramley from schema 2 on can use"))
    }
  }

  @Test("a record of the first version, without compatibility, is completed; what it does not know is strict")
  func firstRecord() async throws {
    let server = try await PostgreSQLServer.shared()
    let database = try server.makeDatabase()
    try server.run(
      """
      CREATE TABLE migrations(number bigint PRIMARY KEY, applied_at timestamptz NOT NULL);
      INSERT INTO migrations VALUES(1,now()); CREATE TABLE one(a bigint)
      """, in: database)
    let connection = try connect(server.address(of: database))
    #expect(try Migrator([Self.first]).migrate(connection) == [])
    #expect(try Migrator([Self.first, Self.expanding]).migrate(connection) == [2])
    #expect(try Migrator([Self.first]).migrate(connection) == [])
    try server.run("UPDATE migrations SET compatible_from=NULL", in: database)
    #expect(throws: PostgreSQLError(.schema, "")) { try Migrator([Self.first]).migrate(connection) }
  }

  @Test(
    "old and new versions that start at once on an empty or an old schema all come up (FR-57)",
    arguments: [true, false])
  func together(isEmpty: Bool) async throws {
    let address = try await address()
    if !isEmpty { try Migrator([Self.first]).migrate(connect(address)) }
    let applied = try await withThrowingTaskGroup(of: [Int].self) { group in
      for number in 0..<8 {
        group.addTask {
          let connection = try Connection(ConnectionSettings(url: Secret(utf8: address)))
          connection.deadline = .now + .seconds(60)
          let steps = number % 2 == 0 ? [Self.first] : [Self.first, Self.expanding]
          let applied = try Migrator(steps).migrate(connection)
          #expect(try connection.first(Self.select) { $0.integer(0) } == 0)
          return applied
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(applied.sorted() == (isEmpty ? [1, 2] : [2]))
  }

  @Test("a table that an older version holds is not waited for long; nothing is changed, and later it works")
  func heldTable() async throws {
    let server = try await PostgreSQLServer.shared()
    let database = try server.makeDatabase()
    let connection = try connect(server.address(of: database))
    try Migrator([Self.first]).migrate(connection)
    async let held: Void = server.hold("LOCK TABLE one IN ACCESS SHARE MODE", in: database, for: 4)
    let isHeld = Statement("SELECT count(*) FROM pg_locks WHERE relation='one'::regclass AND granted")
    while try connection.first(isHeld, read: { $0.integer(0) }) == 0 { await Task.yield() }
    let migrator = Migrator([Self.first, Self.expanding])
    #expect(throws: PostgreSQLError(.lockTimeout, "")) { try migrator.migrate(connection) }
    #expect(try connection.first(Self.select) { $0.integer(0) } == 0)
    try await held
    #expect(try migrator.migrate(connection) == [2])
  }

  @Test("a step that fails leaves neither tables nor record")
  func failing() async throws {
    let connection = try connect(try await address())
    let broken = Migration(
      number: 1, sql: "CREATE TABLE one(a bigint); CREATE TABLE one(a bigint)", tables: ["one"])
    #expect(throws: PostgreSQLError(.schema, "")) { try Migrator([broken]).migrate(connection) }
    #expect(try Migrator([Self.first]).migrate(connection) == [1])
  }

  @Test("names the table that is missing and stops (FR-56)")
  func missingTable() async throws {
    let server = try await PostgreSQLServer.shared()
    let database = try server.makeDatabase()
    let connection = try connect(server.address(of: database))
    let migrator = Migrator([Self.first, Self.expanding])
    try migrator.migrate(connection)
    try server.run("DROP TABLE two", in: database)
    do throws(PostgreSQLError) {
      try migrator.migrate(connection)
      Issue.record("started without its table")
    } catch {
      #expect(error.code == .schema && error.message.contains("two"))
    }
  }
}
