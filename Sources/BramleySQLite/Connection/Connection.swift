import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One connection to a database file, used by one thread at a time.
///
/// Statements are constants: each is prepared once and kept. WAL, `synchronous=FULL`, foreign keys on. What
/// binds values is inlinable, so that it is compiled for the types that are bound: generic packs cost as much
/// as SQLite itself otherwise.
public final class Connection {
  /// What a connection is for.
  public enum Role: Sendable {
    /// Reads and writes; makes the file.
    case writer
    /// Reads; the file must be there.
    case reader
    /// Copies the log into the database file; the file must be there.
    case checkpointer
    /// Reads and writes alone: while it is open, no other connection of any process reads or writes; makes
    /// the file.
    case exclusive
  }

  let handle: OpaquePointer
  private var statements: [UnsafePointer<UInt8>: OpaquePointer] = [:]
  /// Where the log's hook leaves its length; -1 when nothing was left.
  let logLength = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// Opens a database file; a writer makes it, readable by its owner only.
  public init(path: String, role: Role, busyTimeout: Duration = .seconds(5)) throws(SQLiteError) {
    if role == .writer || role == .exclusive {
      // SQLite would make the file with the process's mask; what is in it is nobody else's business.
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        throw SQLiteError(
          .cannotOpen, "The database \(path) cannot be opened: \(String(cString: strerror(errno))).")
      }
      close(descriptor)
    }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let opened else {
      let error = SQLiteError(result: result, handle: opened, doing: "The database \(path) cannot be opened")
      sqlite3_close_v2(opened)
      logLength.deallocate()
      throw error
    }
    handle = opened
    logLength.initialize(to: -1)
    let milliseconds = busyTimeout.components.seconds * 1000
    sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
    // Before the log is opened, so that its index is held in memory and nobody else gets at the file.
    if role == .exclusive { try execute("PRAGMA locking_mode=EXCLUSIVE") }
    try execute(
      """
      PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;
      PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-8192; PRAGMA mmap_size=0;
      """)
    if role == .reader { try execute("PRAGMA query_only=ON") }
    if role == .exclusive { try execute("PRAGMA wal_autocheckpoint=8000; PRAGMA cache_size=-65536") }
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
    logLength.deallocate()
  }

  /// Runs statements that give no rows: schema and pragmas.
  public func execute(_ sql: StaticString) throws(SQLiteError) {
    let result = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      sqlite3_exec(handle, $0, nil, nil, nil)
    }
    guard result == SQLITE_OK else {
      throw SQLiteError(result: result, handle: handle, doing: "A statement failed")
    }
  }

  /// Runs a statement; answers how many rows it changed.
  @inlinable @discardableResult
  public func run<each Value: SQLiteValue>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws(SQLiteError) -> Int {
    let statement = try prepared(sql)
    defer { finish(statement) }
    try bind(statement, repeat each values)
    _ = try step(statement)
    return changedRows
  }

  /// The first row that a query gives, read by a closure; nil when it gives none.
  @inlinable
  public func first<Answer, each Value: SQLiteValue>(
    _ sql: StaticString, _ values: repeat each Value, read: (borrowing Row) -> Answer
  ) throws(SQLiteError) -> Answer? {
    let statement = try prepared(sql)
    defer { finish(statement) }
    try bind(statement, repeat each values)
    guard try step(statement) else { return nil }
    return read(Row(statement: statement))
  }

  /// All rows that a query gives, each read by a closure.
  @inlinable
  public func all<Answer, each Value: SQLiteValue>(
    _ sql: StaticString, _ values: repeat each Value, read: (borrowing Row) -> Answer
  ) throws(SQLiteError) -> [Answer] {
    let statement = try prepared(sql)
    defer { finish(statement) }
    try bind(statement, repeat each values)
    var answers: [Answer] = []
    while try step(statement) { answers.append(read(Row(statement: statement))) }
    return answers
  }

  /// The row number of the last insert.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Pages written since the connection was opened: the figure that rules the writer's speed.
  public var pagesWritten: Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
    return Int(current)
  }

  /// Runs a closure in a transaction that takes the write lock first; an error rolls it back.
  public func transaction<Answer, Failure: Error>(
    _ body: (Connection) throws(Failure) -> Answer, orThrow wrap: (SQLiteError) -> Failure
  ) throws(Failure) -> Answer {
    do throws(SQLiteError) { try execute("BEGIN IMMEDIATE") } catch { throw wrap(error) }
    let answer: Answer
    do throws(Failure) {
      answer = try body(self)
    } catch {
      rollBack()
      throw error
    }
    do throws(SQLiteError) {
      try execute("COMMIT")
    } catch {
      rollBack()
      throw wrap(error)
    }
    return answer
  }

  /// Runs a closure in a transaction that takes the write lock first; an error rolls it back.
  public func transaction<Answer>(
    _ body: (Connection) throws(SQLiteError) -> Answer
  ) throws(SQLiteError) -> Answer {
    try transaction(body, orThrow: { $0 })
  }

  /// Ends an open transaction without its effect; there may be none any more, since some errors end it.
  func rollBack() {
    guard isInTransaction else { return }
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  /// Ends a transaction that has only read, by a statement that is prepared already.
  func endSnapshot() {
    do throws(SQLiteError) { try run("COMMIT") } catch { rollBack() }
  }

  /// How many rows the last statement changed.
  @usableFromInline var changedRows: Int { Int(sqlite3_changes(handle)) }

  @usableFromInline
  func prepared(_ sql: StaticString) throws(SQLiteError) -> OpaquePointer {
    // A constant has one address, so the address is the key: no hashing of the text on the hot path.
    if let statement = statements[sql.utf8Start] { return statement }
    var prepared: OpaquePointer?
    let result = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      sqlite3_prepare_v3(
        handle, $0, Int32(clamping: sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    }
    guard result == SQLITE_OK, let prepared else {
      throw SQLiteError(result: result, handle: handle, doing: "A statement cannot be prepared")
    }
    statements[sql.utf8Start] = prepared
    return prepared
  }

  @inlinable
  func bind<each Value: SQLiteValue>(
    _ statement: OpaquePointer, _ values: repeat each Value
  ) throws(SQLiteError) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      try requireBound(value.bind(to: statement, at: index))
    }
    requireParameters(index, of: statement)
  }

  @usableFromInline
  func requireBound(_ result: Int32) throws(SQLiteError) {
    guard result == SQLITE_OK else {
      throw SQLiteError(result: result, handle: handle, doing: "A value cannot be bound")
    }
  }

  @usableFromInline
  func requireParameters(_ count: Int32, of statement: OpaquePointer) {
    precondition(
      count == sqlite3_bind_parameter_count(statement), "A statement is given exactly its parameters.")
  }

  @usableFromInline
  func step(_ statement: OpaquePointer) throws(SQLiteError) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw SQLiteError(result: result, handle: handle, doing: "A statement failed")
    }
  }

  /// Resets at once: a statement left on a row keeps its read transaction open and blocks checkpoints.
  @usableFromInline
  func finish(_ statement: OpaquePointer) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }
}
