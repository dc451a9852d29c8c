/// One numbered step of a schema; forward only, never changed after it was released.
public struct Migration: Sendable {
  /// Its number; they count up from 1.
  public let number: Int
  /// The statements, separated by semicolons.
  public let sql: String
  /// The tables that exist after it and after all later ones.
  public let tables: [String]

  /// A step.
  public init(number: Int, sql: String, tables: [String]) {
    self.number = number
    self.sql = sql
    self.tables = tables
  }
}
