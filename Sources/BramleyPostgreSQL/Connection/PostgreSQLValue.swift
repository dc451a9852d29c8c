import CPostgreSQL

/// A value that can be given to a parameter of a statement.
public protocol PostgreSQLValue {
  /// The number of the type in the server's catalogue.
  static var type: UInt32 { get }
  /// Appends the value in the server's binary form; false for NULL.
  func append(to bytes: inout [UInt8]) -> Bool
}

extension Int64: PostgreSQLValue {
  /// `int8`.
  public static var type: UInt32 { 20 }
  /// Appends 8 bytes, big endian.
  public func append(to bytes: inout [UInt8]) -> Bool {
    withUnsafeBytes(of: bigEndian) { bytes.append(contentsOf: $0) }
    return true
  }
}

extension Int: PostgreSQLValue {
  /// `int8`.
  public static var type: UInt32 { Int64.type }
  /// Appends 8 bytes, big endian.
  public func append(to bytes: inout [UInt8]) -> Bool { Int64(self).append(to: &bytes) }
}

extension String: PostgreSQLValue {
  /// `text`.
  public static var type: UInt32 { 25 }
  /// Appends the text. The server takes no NUL in a text: U+FFFD stands in its place.
  public func append(to bytes: inout [UInt8]) -> Bool {
    for byte in utf8 {
      if byte == 0 { bytes.append(contentsOf: [0xEF, 0xBF, 0xBD]) } else { bytes.append(byte) }
    }
    return true
  }
}

extension [UInt8]: PostgreSQLValue {
  /// `bytea`.
  public static var type: UInt32 { 17 }
  /// Appends the bytes.
  public func append(to bytes: inout [UInt8]) -> Bool {
    bytes.append(contentsOf: self)
    return true
  }
}

extension Optional: PostgreSQLValue where Wrapped: PostgreSQLValue {
  /// The type of the value.
  public static var type: UInt32 { Wrapped.type }
  /// Appends the value, or is NULL.
  public func append(to bytes: inout [UInt8]) -> Bool { self?.append(to: &bytes) ?? false }
}

/// The values of one statement in the form that libpq takes.
struct Parameters {
  private(set) var types: [UInt32] = []
  private var bytes: [UInt8] = []
  private var spans: [(start: Int, count: Int)?] = []

  mutating func removeAll() {
    types.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    // A pointer must not be null even for an empty value: the first byte is nobody's.
    bytes.append(0)
  }

  mutating func append<Value: PostgreSQLValue>(_ value: Value) {
    let start = bytes.count
    types.append(Value.type)
    spans.append(value.append(to: &bytes) ? (start, bytes.count - start) : nil)
  }

  /// Calls a closure with libpq's arrays; they are good inside it only.
  func withPointers<Answer>(
    _ body: (
      _ count: Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Answer
  ) -> Answer {
    guard !spans.isEmpty else { return body(0, nil, nil, nil) }
    return bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      return withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: spans.count) { values in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: spans.count * 2) { numbers in
          for (index, span) in spans.enumerated() {
            values.initializeElement(at: index, to: span.flatMap { span in base.map { $0 + span.start } })
            numbers.initializeElement(at: index, to: Int32(clamping: span?.count ?? 0))
            numbers.initializeElement(at: spans.count + index, to: 1)  // binary
          }
          return body(
            Int32(clamping: spans.count), UnsafePointer(values.baseAddress),
            UnsafePointer(numbers.baseAddress), numbers.baseAddress.map { UnsafePointer($0 + spans.count) })
        }
      }
    }
  }
}
