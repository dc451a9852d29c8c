/// A row of a database as its columns: what the stores on SQLite and PostgreSQL read records from alike.
package protocol StoredColumns: ~Copyable {
  /// The integer of a column; 0 for NULL.
  func integer(_ column: Int32) -> Int64
  /// The integer of a column, or nil for NULL.
  func optionalInteger(_ column: Int32) -> Int64?
  /// The text of a column; empty for NULL.
  func text(_ column: Int32) -> String
  /// The text of a column, or nil for NULL.
  func optionalText(_ column: Int32) -> String?
  /// The bytes of a column; empty for NULL.
  func bytes(_ column: Int32) -> [UInt8]
  /// The bytes of a column, or nil for NULL.
  func optionalBytes(_ column: Int32) -> [UInt8]?
}

extension StoredColumns where Self: ~Copyable {
  /// An instant, or nil for NULL.
  package func timestamp(_ column: Int32) -> Timestamp? {
    optionalInteger(column).map(Timestamp.init(milliseconds:))
  }
}
