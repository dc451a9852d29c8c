import BramleyPostgreSQL
import PostgreSQLAccountStore

/// A database on a server.
///
/// As a source its tables are locked against writing, then read in one snapshot. As a target it is written in
/// one transaction for each batch.
final class PostgreSQLSide: CopySide {
  let connection: Connection
  let side: String
  private var statements: [String: Statement] = [:]
  /// What one round trip may take: the last commit of a batch may wait for a replica.
  private static let patience: Duration = .seconds(300)
  /// How long sessions of a process that was just stopped or killed may linger.
  private static let lingering: Duration = .seconds(5)

  /// Connects, and refuses a database that a service works on.
  init(_ settings: ConnectionSettings, side: String, inUse: CopyError.Code) throws(CopyError) {
    self.side = side
    var settings = settings
    // A pooler may give each transaction another server.
    settings.preparesStatements = false
    settings.statementTimeout = Self.patience
    settings.lockTimeout = .seconds(5)
    settings.idleTimeout = .zero
    do throws(PostgreSQLError) {
      connection = try Connection(settings)
      connection.allow(Self.patience)
      try refuseOthers(inUse)
    } catch {
      throw error.code == .overloaded ? CopyError(inUse, error.message) : .failed(side, error)
    }
  }

  func close() {}

  var knownSchema: Int { PostgreSQLAccountStore.newestSchema }

  func schema() throws(CopyError) -> Int {
    try asked { (connection) throws(PostgreSQLError) in
      try connection.first(Self.schema) { Int($0.integer(0)) } ?? 0
    }
  }

  private static let schema = Statement("SELECT coalesce(max(number),0) FROM migrations")

  /// Keeps everybody from writing, and takes the snapshot.
  func hold(inUse: CopyError.Code) throws(CopyError) {
    let tables = CopiedTable.all.map(\.name).joined(separator: ",")
    do throws(PostgreSQLError) {
      connection.allow(Self.patience)
      try connection.beginHolding(Statement("LOCK TABLE \(tables) IN SHARE MODE"))
    } catch {
      guard error.code == .lockTimeout else { throw .failed(side, error) }
      throw CopyError(inUse, "Somebody is writing to the \(side): stop every process of the service first.")
    }
  }

  func rows(of table: CopiedTable, after key: RowKey?, _ pace: CopyPace) throws(CopyError) -> RowBatch {
    let bound = key == nil ? "" : " WHERE (\(table.keyList))>(\(table.numberedKeyPlaces))"
    let statement = statement(
      "SELECT \(table.columnList) FROM \(table.name)\(bound) ORDER BY \(table.keyList) LIMIT $1")
    var batch = RowBatch()
    let count = table.columns.count
    func append(_ row: borrowing Row) {
      batch.append { bytes in
        RowForm.begin(count, in: &bytes)
        for column in 0..<Int32(clamping: count) {
          guard let field = row.optionalBytes(column) else {
            RowForm.appendNull(to: &bytes)
            continue
          }
          RowForm.append(field, to: &bytes)
        }
      }
    }
    try asked { (connection) throws(PostgreSQLError) in
      switch key {
      case nil: _ = try connection.all(statement, pace.rowsAtOnce, read: append)
      case .number(let number): _ = try connection.all(statement, pace.rowsAtOnce, number, read: append)
      case .text(let text): _ = try connection.all(statement, pace.rowsAtOnce, text, read: append)
      case .bytes(let bytes): _ = try connection.all(statement, pace.rowsAtOnce, bytes, read: append)
      case .numberAndText(let number, let text):
        _ = try connection.all(statement, pace.rowsAtOnce, number, text, read: append)
      case .bytesAndNumber(let bytes, let number):
        _ = try connection.all(statement, pace.rowsAtOnce, bytes, number, read: append)
      }
    }
    return batch
  }

  func count(of table: CopiedTable) throws(CopyError) -> Int {
    let statement = statement("SELECT count(*) FROM \(table.name)")
    return try asked { (connection) throws(PostgreSQLError) in
      try connection.first(statement) { Int($0.integer(0)) } ?? 0
    }
  }

  func lastNumber(of table: CopiedTable) throws(CopyError) -> Int64 {
    try asked { (connection) throws(PostgreSQLError) in
      try connection.first(Self.lastNumber, table.name, table.keyList) { $0.integer(0) } ?? 0
    }
  }

  private static let lastNumber = Statement(
    "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1,$2)::regclass),0)")
  private static let others = Statement(
    """
    SELECT count(*) FROM pg_stat_activity WHERE datname=current_database()
    AND application_name LIKE 'bramley%' AND pid<>pg_backend_pid()
    """)
  private static let pause = Statement("SELECT pg_sleep(0.1)")

  private func refuseOthers(_ code: CopyError.Code) throws(PostgreSQLError) {
    let deadline = ContinuousClock.now + Self.lingering
    while true {
      let count = try connection.first(Self.others) { $0.integer(0) } ?? 0
      guard count > 0 else { return }
      guard ContinuousClock.now < deadline else {
        throw PostgreSQLError(
          .overloaded,
          "\(count) sessions of Bramley are open on the \(side): stop every process of the service first.")
      }
      _ = try connection.first(Self.pause) { _ in true }
    }
  }

  // MARK: Statements

  func statement(_ sql: String) -> Statement {
    if let statement = statements[sql] { return statement }
    let made = Statement(sql)
    statements[sql] = made
    return made
  }

  @discardableResult
  func asked<Answer>(_ body: (Connection) throws(PostgreSQLError) -> Answer) throws(CopyError) -> Answer {
    connection.allow(Self.patience)
    do throws(PostgreSQLError) { return try body(connection) } catch { throw .failed(side, error) }
  }
}

extension PostgreSQLSide: CopySource {}

extension CopiedTable {
  /// `$2`, `$3` for each column of the key; `$1` is the limit.
  var numberedKeyPlaces: String { (0..<keyCount).map { "$\($0 + 2)" }.joined(separator: ",") }
}
