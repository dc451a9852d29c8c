import BramleyCrypto
import BramleyPostgreSQL
import Testing
import _PostgreSQLServer

@Suite("Work on whole tables of a server", .serialized)
struct BulkTests {
  private static let make = Statement("CREATE TABLE t(id bigint PRIMARY KEY, name text)")
  private static let copy = Statement("COPY t(id,name) FROM STDIN (FORMAT binary)")
  private static let count = Statement("SELECT count(*) FROM t")
  private static let names = Statement("SELECT name FROM t ORDER BY id")
  private static let insert = Statement("INSERT INTO t(id,name) VALUES($1,$2)")

  private func database() async throws -> ConnectionSettings {
    let server = try await PostgreSQLServer.shared()
    let settings = ConnectionSettings(url: Secret(utf8: server.address(of: try server.makeDatabase())))
    let connection = try Connection(settings)
    try connection.run(Self.make)
    try connection.synchronize()
    return settings
  }

  private static func row(_ id: UInt8, _ name: String) -> [UInt8] {
    [0, 2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, id, 0, 0, 0, UInt8(name.utf8.count)] + Array(name.utf8)
  }

  @Test(
    "rows that the server refuses leave nothing, and the connection is good for the next ones",
    arguments: [
      ("a key twice", row(1, "a") + row(1, "b"), PostgreSQLError.Code.unique),
      ("no text", row(1, "") + [0, 2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0xFF], .other),
      ("half a row", Array(row(1, "a").dropLast()), .other),
    ])
  func refused(_ name: String, _ rows: [UInt8], _ code: PostgreSQLError.Code) async throws {
    let connection = try Connection(try await database())
    connection.allow(.seconds(30))
    try connection.beginWriting()
    #expect(throws: PostgreSQLError(code, ""), "\(name)") { try connection.copyIn(Self.copy, rows[...]) }
    connection.abandon()
    try connection.beginWriting()
    try connection.copyIn(Self.copy, Self.row(7, "Zoë")[...])
    try connection.finish()
    #expect(try connection.all(Self.names) { $0.text(0) } == ["Zoë"])
  }

  @Test("rows of many megabytes arrive, one by one")
  func large() async throws {
    let connection = try Connection(try await database())
    connection.allow(.seconds(60))
    var rows: [UInt8] = []
    for id in UInt8(1)...24 {
      rows += [0, 2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, id, 0, 8, 0, 0]
      rows += [UInt8](repeating: 97 + id % 26, count: 0x08_0000)
    }
    try connection.beginWriting()
    try connection.copyIn(Self.copy, rows[...])
    try connection.finish()
    #expect(try connection.first(Self.count) { $0.integer(0) } == 24)
    #expect(
      try connection.all(Self.names) { $0.text(0).utf8.count } == [Int](repeating: 0x08_0000, count: 24))
  }

  @Test("tables that are held are read as they were, and nobody writes to them meanwhile")
  func held() async throws {
    let settings = try await database()
    var impatient = settings
    impatient.lockTimeout = .milliseconds(200)
    let (holder, writer) = (try Connection(settings), try Connection(impatient))
    holder.allow(.seconds(30))
    writer.allow(.seconds(30))
    try holder.beginHolding(Statement("LOCK TABLE t IN SHARE MODE"))
    try writer.beginWriting()
    #expect(throws: PostgreSQLError(.lockTimeout, "")) {
      try writer.run(Self.insert, 1, "a")
      try writer.synchronize()
    }
    writer.abandon()
    #expect(try holder.first(Self.count) { $0.integer(0) } == 0)
    try holder.finish()
    try writer.beginWriting()
    try writer.run(Self.insert, 1, "a")
    try writer.finish()
    #expect(try holder.first(Self.count) { $0.integer(0) } == 1)
  }
}
