import CSQLite

/// The row that a statement stands on; good inside the closure that it is passed to.
public struct Row: ~Copyable {
  let statement: OpaquePointer

  @usableFromInline
  init(statement: OpaquePointer) { self.statement = statement }

  /// Whether the column is NULL.
  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// The form that a value is kept in; SQLite lets it differ from what the column declares.
  public func storage(_ column: Int32) -> Storage {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .bytes
    default: .real
    }
  }

  /// The forms that values are kept in.
  public enum Storage: Sendable, Hashable {
    /// NULL.
    case null
    /// A whole number.
    case integer
    /// A floating-point number.
    case real
    /// Text.
    case text
    /// Bytes.
    case bytes
  }

  /// The integer of a column; 0 for NULL.
  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// The integer of a column, or nil for NULL.
  public func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  /// The text of a column; empty for NULL.
  public func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  /// The text of a column, or nil for NULL.
  public func optionalText(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes of a column; empty for NULL.
  public func bytes(_ column: Int32) -> [UInt8] { optionalBytes(column) ?? [] }

  /// The bytes of a column, or nil for NULL.
  public func optionalBytes(_ column: Int32) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}
