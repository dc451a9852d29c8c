/// Some rows of a table, one behind the other in their form.
struct RowBatch: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []

  var count: Int { ends.count }
  var isEmpty: Bool { ends.isEmpty }

  /// Appends the row that a closure writes.
  mutating func append<Failure: Error>(_ write: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) {
    try write(&bytes)
    ends.append(bytes.count)
  }

  /// The row at a place.
  subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// The last row.
  var last: ArraySlice<UInt8>? { isEmpty ? nil : self[count - 1] }
}
