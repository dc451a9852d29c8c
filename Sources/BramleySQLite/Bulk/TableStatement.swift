import CSQLite

/// A statement whose text is made of a schema's names, for work on whole tables; never of values.
public final class TableStatement {
  private let handle: OpaquePointer
  private let connection: Connection

  /// Prepares a statement; it lives as long as its connection.
  public init(_ connection: Connection, _ sql: String) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK, let prepared else {
      throw SQLiteError(
        result: result, handle: connection.handle, doing: "A statement cannot be prepared")
    }
    handle = prepared
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Gives a parameter its value; the first one is 1.
  public func bind<Value: SQLiteValue>(_ value: Value, at index: Int32) throws(SQLiteError) {
    try connection.requireBound(value.bind(to: handle, at: index))
  }

  /// Gives a parameter a text that stands as UTF-8 in bytes.
  public func bind(utf8 bytes: ArraySlice<UInt8>, at index: Int32) throws(SQLiteError) {
    let result = bytes.withUnsafeBytes { buffer in
      // An empty slice may have no address, which SQLite takes for NULL.
      guard let start = buffer.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, nil) }
      return sqlite3_bind_text(
        handle, index, start.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), copied)
    }
    try connection.requireBound(result)
  }

  /// Runs it; answers how many rows it changed.
  @discardableResult
  public func run() throws(SQLiteError) -> Int {
    defer { connection.finish(handle) }
    while try connection.step(handle) {}
    return connection.changedRows
  }

  /// Calls a closure with one row after the other, until it answers false.
  public func rows<Failure: Error>(
    _ body: (borrowing Row) throws(Failure) -> Bool, orThrow wrap: (SQLiteError) -> Failure
  ) throws(Failure) {
    defer { connection.finish(handle) }
    while true {
      let isRow: Bool
      do throws(SQLiteError) { isRow = try connection.step(handle) } catch { throw wrap(error) }
      guard isRow, try body(Row(statement: handle)) else { return }
    }
  }
}

private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
