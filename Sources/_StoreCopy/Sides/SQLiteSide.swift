import Accounts
import BramleySQLite
import SQLiteAccountStore

/// A file, which the copy has for itself: SQLite's lock keeps every service out while it is open.
final class SQLiteSide: CopySide {
  let connection: Connection
  let side: String
  private var statements: [String: TableStatement] = [:]

  /// Opens a file and takes its lock.
  ///
  /// - Parameters:
  ///   - side: `source` or `target`, for what is said about it.
  ///   - inUse: What is thrown when another process has the file open.
  init(path: String, side: String, inUse: CopyError) throws(CopyError) {
    self.side = side
    do throws(SQLiteError) {
      connection = try Connection(path: path, role: .exclusive, busyTimeout: .seconds(2))
      // The lock is taken with the first read.
      _ = try connection.first("SELECT count(*) FROM sqlite_master") { $0.integer(0) }
    } catch {
      throw error.code == .busy ? inUse : .failed(side, error)
    }
  }

  func close() { statements = [:] }

  var knownSchema: Int { SQLiteAccountStore.newestSchema }

  func schema() throws(CopyError) -> Int {
    Int(try number("SELECT coalesce(max(number),0) FROM migrations"))
  }

  func rows(of table: CopiedTable, after key: RowKey?, _ pace: CopyPace) throws(CopyError) -> RowBatch {
    let statement = try statement(
      "SELECT \(table.columnList) FROM \(table.name)"
        + (key == nil ? "" : " WHERE (\(table.keyList))>(\(table.keyPlaces))")
        + " ORDER BY \(table.keyList) LIMIT \(pace.rowsAtOnce)")
    var batch = RowBatch()
    if let key { try asked { () throws(SQLiteError) in try key.bind(to: statement) } }
    try statement.rows(
      { (row) throws(CopyError) in
        try batch.append { (bytes) throws(CopyError) in try self.write(row, of: table, to: &bytes) }
        return batch.bytes.count < pace.bytesAtOnce
      }, orThrow: { .failed(self.side, $0) })
    return batch
  }

  func count(of table: CopiedTable) throws(CopyError) -> Int {
    Int(try number("SELECT count(*) FROM \(table.name)"))
  }

  func lastNumber(of table: CopiedTable) throws(CopyError) -> Int64 {
    let greatest = try number("SELECT coalesce(max(\(table.keyList)),0) FROM \(table.name)")
    let given = try number("SELECT coalesce(max(seq),0) FROM sqlite_sequence WHERE name='\(table.name)'")
    return max(greatest, given)
  }

  /// The form of a row; a value of another kind than its column's is none of ours.
  private func write(_ row: borrowing Row, of table: CopiedTable, to bytes: inout [UInt8]) throws(CopyError) {
    RowForm.begin(table.columns.count, in: &bytes)
    for (index, column) in table.columns.enumerated() {
      let place = Int32(clamping: index)
      switch (row.storage(place), column.kind) {
      case (.null, _): RowForm.appendNull(to: &bytes)
      case (.integer, .number): RowForm.append(row.integer(place), to: &bytes)
      case (.bytes, .bytes): RowForm.append(row.bytes(place), to: &bytes)
      case (.text, .text): RowForm.append(try text(row.bytes(place), column, index, table), to: &bytes)
      default: throw unreadable(table)
      }
    }
  }

  /// A text as every database can keep it: as in the stores, U+FFFD stands for NUL and for what is no UTF-8.
  private func text(_ bytes: [UInt8], _ column: CopiedTable.Column, _ index: Int, _ table: CopiedTable)
    throws(CopyError) -> [UInt8]
  {
    if !bytes.contains(where: { $0 == 0 || $0 >= 0x80 }) { return bytes }
    let decoded = String(decoding: bytes, as: UTF8.self)
    let repaired = Array(decoded.utf8).flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
    // A key that changed would stand at another place of the order, or meet another one.
    guard repaired == bytes || index >= table.keyCount else {
      throw CopyError(
        .sourceUnreadable,
        "The table \(table.name) has a \(column.name) with a NUL or with bytes that are no text, which "
          + "PostgreSQL cannot keep: delete that account first.")
    }
    return repaired
  }

  // MARK: Statements

  func statement(_ sql: String) throws(CopyError) -> TableStatement {
    if let statement = statements[sql] { return statement }
    let made = try asked { () throws(SQLiteError) in try TableStatement(self.connection, sql) }
    statements[sql] = made
    return made
  }

  func number(_ sql: String) throws(CopyError) -> Int64 {
    var number: Int64 = 0
    try statement(sql).rows(
      { (row) throws(CopyError) in
        number = row.integer(0)
        return false
      }, orThrow: { .failed(self.side, $0) })
    return number
  }

  func asked<Answer>(_ body: () throws(SQLiteError) -> Answer) throws(CopyError) -> Answer {
    do throws(SQLiteError) { return try body() } catch { throw .failed(side, error) }
  }
}

extension SQLiteSide: CopySource {}

extension CopiedTable {
  /// A question mark for each column of the key.
  var keyPlaces: String { [String](repeating: "?", count: keyCount).joined(separator: ",") }
}

extension RowKey {
  fileprivate func bind(to statement: TableStatement) throws(SQLiteError) {
    switch self {
    case .number(let number): try statement.bind(number, at: 1)
    case .text(let text): try statement.bind(text, at: 1)
    case .bytes(let bytes): try statement.bind(bytes, at: 1)
    case .numberAndText(let number, let text):
      try statement.bind(number, at: 1)
      try statement.bind(text, at: 2)
    case .bytesAndNumber(let bytes, let number):
      try statement.bind(bytes, at: 1)
      try statement.bind(number, at: 2)
    }
  }
}
