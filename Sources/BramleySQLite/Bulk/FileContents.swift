import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What stands in a file, looked at without changing it.
public enum FileContents {
  /// Whether there is a file.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The names of the tables; none for a file that is empty.
  ///
  /// - Throws: ``SQLiteError/Code/corrupt`` when the file is no database.
  public static func tables(of path: String) throws(SQLiteError) -> Set<String> {
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    defer { sqlite3_close_v2(opened) }
    guard result == SQLITE_OK, let opened else {
      throw SQLiteError(result: result, handle: opened, doing: "The database \(path) cannot be opened")
    }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let sql = "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'"
    var step = sqlite3_prepare_v2(opened, sql, -1, &statement, nil)
    guard step == SQLITE_OK else {
      throw SQLiteError(result: step, handle: opened, doing: "The database \(path) cannot be read")
    }
    var names: Set<String> = []
    while true {
      step = sqlite3_step(statement)
      guard step == SQLITE_ROW else { break }
      if let name = sqlite3_column_text(statement, 0) { names.insert(String(cString: name)) }
    }
    guard step == SQLITE_DONE else {
      throw SQLiteError(result: step, handle: opened, doing: "The database \(path) cannot be read")
    }
    return names
  }
}
