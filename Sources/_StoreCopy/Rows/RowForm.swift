/// The form in which rows travel and are compared: PostgreSQL's binary form of COPY.
///
/// A row is the number of its fields in two bytes, then each field as four bytes of length and its bytes, -1 for
/// NULL; numbers are eight bytes, big endian. Two databases hold the same row if its form is the same.
enum RowForm {
  static func begin(_ count: Int, in bytes: inout [UInt8]) {
    append(UInt16(clamping: count), to: &bytes)
  }

  static func appendNull(to bytes: inout [UInt8]) { append(UInt32.max, to: &bytes) }

  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    append(UInt32(8), to: &bytes)
    append(UInt64(bitPattern: number), to: &bytes)
  }

  static func append(_ field: [UInt8], to bytes: inout [UInt8]) {
    append(UInt32(clamping: field.count), to: &bytes)
    bytes.append(contentsOf: field)
  }

  /// The fields of a row, nil for NULL; none when the bytes are not a row.
  static func fields(of row: ArraySlice<UInt8>) -> [ArraySlice<UInt8>?] {
    guard row.count >= 2 else { return [] }
    let count = Int(row[row.startIndex]) << 8 | Int(row[row.startIndex + 1])
    var rest = row.dropFirst(2)
    var fields: [ArraySlice<UInt8>?] = []
    fields.reserveCapacity(count)
    for _ in 0..<count {
      guard rest.count >= 4 else { return [] }
      let length = rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      rest = rest.dropFirst(4)
      if length == .max {
        fields.append(nil)
        continue
      }
      guard rest.count >= Int(length) else { return [] }
      fields.append(rest.prefix(Int(length)))
      rest = rest.dropFirst(Int(length))
    }
    return rest.isEmpty ? fields : []
  }

  /// The number in a field.
  static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    guard field.count == 8 else { return nil }
    return Int64(bitPattern: field.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
