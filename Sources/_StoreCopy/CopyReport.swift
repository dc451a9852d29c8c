/// What a copy came to.
package struct CopyReport: Sendable, Hashable {
  /// A table in both databases.
  package struct Line: Sendable, Hashable {
    package let table: String
    package let source: TableDigest
    package let target: TableDigest
    /// Whether both hold the same rows.
    package var isSame: Bool { source == target }
  }

  /// The tables.
  package var lines: [Line] = []
  /// How many rows were written this time.
  package var written = 0

  /// Whether both databases hold the same.
  package var isSame: Bool { lines.allSatisfy(\.isSame) }

  /// The refusal of two that do not.
  var difference: CopyError {
    let names = lines.filter { !$0.isSame }.map {
      "\($0.table) (\($0.source.count) rows, \($0.target.count))"
    }
    return CopyError(
      .differs, "Source and target do not hold the same: \(names.joined(separator: ", ")).")
  }
}
