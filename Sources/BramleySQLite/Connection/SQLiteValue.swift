import CSQLite

/// A value that can be bound to a parameter of a statement.
public protocol SQLiteValue {
  /// Binds the value; answers SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

/// Tells SQLite to copy what it is given, since the pointer is good during the call only.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Int64: SQLiteValue {
  /// Binds an integer.
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: SQLiteValue {
  /// Binds an integer.
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Bool: SQLiteValue {
  /// Binds 1 or 0.
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self ? 1 : 0)
  }
}

extension String: SQLiteValue {
  /// Binds text; a NUL inside is kept.
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, nil) }
      return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        sqlite3_bind_text(statement, index, $0, Int32(clamping: bytes.count), transient)
      }
    }
  }
}

extension [UInt8]: SQLiteValue {
  /// Binds bytes.
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    guard !isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
    return withUnsafeBytes {
      sqlite3_bind_blob(statement, index, $0.baseAddress, Int32(clamping: $0.count), transient)
    }
  }
}

extension Optional: SQLiteValue where Wrapped: SQLiteValue {
  /// Binds the value, or NULL.
  public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .some(let value): value.bind(to: statement, at: index)
    case .none: sqlite3_bind_null(statement, index)
    }
  }
}
