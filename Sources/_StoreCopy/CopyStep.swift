/// How far a copy is, for whoever waits.
package enum CopyStep: Sendable, Hashable {
  /// Rows of a table are written next: so many are there, of so many.
  case copying(table: String, done: Int, of: Int)
  /// Every row of a table is written.
  case copied(table: String, rows: Int)
  /// Rows of a table are read next: so many of both databases were, of so many if both hold the same.
  case comparing(table: String, done: Int, of: Int)
  /// Every row of a table was read in both databases; so many are in the source.
  case compared(table: String, rows: Int)
}
