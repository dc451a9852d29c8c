/// A table that a copy carries over, as both databases have it.
package struct CopiedTable: Sendable, Hashable {
  /// A column.
  package struct Column: Sendable, Hashable {
    /// What its values are.
    package enum Kind: Sendable, Hashable {
      case number
      case text
      case bytes
    }

    package let name: String
    package let kind: Kind

    static func number(_ name: String) -> Column { Column(name: name, kind: .number) }
    static func text(_ name: String) -> Column { Column(name: name, kind: .text) }
    static func bytes(_ name: String) -> Column { Column(name: name, kind: .bytes) }
  }

  package let name: String
  /// Every column, those of the key first and in its order.
  package let columns: [Column]
  /// How many of them are the key.
  let keyCount: Int
  /// Whether the database numbers the rows: the next number is carried over too, since numbers never return.
  let isNumbered: Bool

  init(_ name: String, key: [Column], isNumbered: Bool = false, _ others: [Column]) {
    self.name = name
    columns = key + others
    keyCount = key.count
    self.isNumbered = isNumbered
  }

  /// The kinds of the key's columns.
  var keyKinds: [Column.Kind] { columns.prefix(keyCount).map(\.kind) }

  /// The names of all columns, with commas.
  var columnList: String { columns.map(\.name).joined(separator: ",") }

  /// The names of the key's columns, with commas.
  var keyList: String { columns.prefix(keyCount).map(\.name).joined(separator: ",") }
}
