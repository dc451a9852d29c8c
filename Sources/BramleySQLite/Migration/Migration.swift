/// One numbered step of a schema; forward only, never changed after it was released.
public struct Migration: Sendable {
  /// Its number; they count up from 1.
  public let number: Int
  /// The oldest schema whose versions work on a file that has this step. Its own number for a step that takes
  /// something away.
  public let compatibleFrom: Int
  /// The statements.
  public let sql: StaticString
  /// The tables that exist after it and after all later ones.
  public let tables: [String]

  /// A step.
  ///
  /// - Parameter compatibleFrom: nil for a step that no earlier version can live with.
  public init(number: Int, compatibleFrom: Int? = nil, sql: StaticString, tables: [String]) {
    self.number = number
    self.compatibleFrom = compatibleFrom ?? number
    self.sql = sql
    self.tables = tables
  }
}
