import CPostgreSQL

/// One row of an answer; good inside the closure that it is passed to.
public struct Row: ~Copyable {
  let result: OpaquePointer
  let index: Int32

  /// Whether the column is NULL.
  public func isNull(_ column: Int32) -> Bool { PQgetisnull(result, index, column) != 0 }

  /// The integer of a column of `int2`, `int4`, `int8` or `bool`; 0 for NULL.
  public func integer(_ column: Int32) -> Int64 { optionalInteger(column) ?? 0 }

  /// The integer of a column of `int2`, `int4`, `int8` or `bool`, or nil for NULL.
  public func optionalInteger(_ column: Int32) -> Int64? {
    guard let bytes = buffer(column) else { return nil }
    switch bytes.count {
    case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 1: return Int64(bytes[0])
    default: return nil
    }
  }

  /// The text of a column; empty for NULL.
  public func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  /// The text of a column, or nil for NULL.
  public func optionalText(_ column: Int32) -> String? {
    buffer(column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a column; empty for NULL.
  public func bytes(_ column: Int32) -> [UInt8] { optionalBytes(column) ?? [] }

  /// The bytes of a column, or nil for NULL.
  public func optionalBytes(_ column: Int32) -> [UInt8]? { buffer(column).map { [UInt8]($0) } }

  private func buffer(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard !isNull(column), let start = PQgetvalue(result, index, column) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, index, column)))
  }
}
