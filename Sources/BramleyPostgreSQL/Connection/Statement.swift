import Synchronization

/// A constant statement with parameters `$1`, `$2` …; made once and kept, so that servers prepare it once.
public struct Statement: Sendable {
  let number: Int
  let sql: String

  private static let count = Atomic<Int>(0)

  /// A statement of that text, which holds no values.
  public init(_ sql: String) {
    self.sql = sql
    number = Self.count.add(1, ordering: .relaxed).newValue
  }

  /// Its name on a connection that has prepared it.
  var name: String { "s\(number)" }
}
