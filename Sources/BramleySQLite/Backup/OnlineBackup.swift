import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Copies a database that is in use into a new file, as it was at one instant.
///
/// The source is read in one snapshot, so that writers of other processes neither wait nor make the copy
/// begin again; while it lasts, the source's log grows instead of restarting. Steps with pauses between them
/// leave the disk to the service.
public struct OnlineBackup: Sendable {
  /// How many pages are copied before a pause.
  public var pagesPerStep: Int32 = 256
  /// The pause: at most a megabyte each 5 ms.
  public var pause: Duration = .milliseconds(5)
  /// How long another process may hold the source up.
  public var patience: Duration = .seconds(30)

  /// A copy at the usual pace.
  public init() {}

  /// Copies a database and checks the copy from its first page to its last.
  ///
  /// - Parameters:
  ///   - target: A file that is not there yet; made with mode 0600, durable when this returns. A copy that
  ///     fails leaves no file.
  ///   - progress: Takes the pages copied and the pages in all, after each step.
  /// - Returns: The number of pages.
  /// - Throws: ``SQLiteError``: `cannotOpen` when the target exists, `corrupt` when the copy is damaged.
  @discardableResult
  public func copy(
    _ source: String, to target: String, progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws(SQLiteError) -> Int {
    let descriptor = open(target, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw SQLiteError(
        .cannotOpen, "The backup \(target) cannot be made: \(String(cString: strerror(errno))).")
    }
    close(descriptor)
    do throws(SQLiteError) {
      let pages = try await copyPages(source, target, progress)
      try check(target)
      return pages
    } catch {
      for suffix in ["", "-journal", "-wal", "-shm"] { unlink(target + suffix) }
      throw error
    }
  }

  private func copyPages(
    _ source: String, _ target: String, _ progress: @Sendable (Int, Int) -> Void
  ) async throws(SQLiteError) -> Int {
    let from = try Connection(path: source, role: .reader)
    try from.execute("BEGIN")
    defer { from.rollBack() }
    // The snapshot begins with the first read.
    _ = try from.first("SELECT count(*) FROM sqlite_master") { $0.integer(0) }
    let into = try PlainHandle(target)
    guard let backup = sqlite3_backup_init(into.pointer, "main", from.handle, "main") else {
      throw SQLiteError(result: SQLITE_ERROR, handle: into.pointer, doing: "The backup cannot be begun")
    }
    var waited: Duration = .zero
    var result = SQLITE_OK
    while true {
      result = sqlite3_backup_step(backup, pagesPerStep)
      let total = Int(sqlite3_backup_pagecount(backup))
      progress(total - Int(sqlite3_backup_remaining(backup)), total)
      if result == SQLITE_BUSY || result == SQLITE_LOCKED {
        waited += pause
      } else if result != SQLITE_OK {
        break
      }
      guard waited < patience, !Task.isCancelled else { break }
      // Only a cancelled task wakes early, and the next round ends it.
      try? await Task.sleep(for: pause)
    }
    let pages = Int(sqlite3_backup_pagecount(backup))
    sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE else {
      throw SQLiteError(result: result, handle: into.pointer, doing: "The backup failed")
    }
    return pages
  }

  /// Opens the copy by itself: it is whole, and one file.
  private func check(_ target: String) throws(SQLiteError) {
    let copy = try PlainHandle(target)
    // The source's mode came along; a copy with a log beside it would not be one file.
    _ = try copy.text("PRAGMA journal_mode=DELETE")
    let verdict = try copy.text("PRAGMA integrity_check(1)")
    guard verdict == "ok" else {
      throw SQLiteError(.corrupt, "The copy is damaged (\(verdict)): check the disk and the source.")
    }
  }
}

/// A connection without the settings of ours, for a file that is only copied and looked through.
private final class PlainHandle {
  let pointer: OpaquePointer

  init(_ path: String) throws(SQLiteError) {
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard result == SQLITE_OK, let opened else {
      let error = SQLiteError(result: result, handle: opened, doing: "The backup \(path) cannot be opened")
      sqlite3_close_v2(opened)
      throw error
    }
    pointer = opened
  }

  deinit { sqlite3_close_v2(pointer) }

  /// The first column of the first row.
  func text(_ sql: String) throws(SQLiteError) -> String {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(pointer, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw SQLiteError(result: SQLITE_ERROR, handle: pointer, doing: "The backup cannot be looked through")
    }
    defer { sqlite3_finalize(statement) }
    let result = sqlite3_step(statement)
    guard result == SQLITE_ROW else {
      throw SQLiteError(result: result, handle: pointer, doing: "The backup cannot be looked through")
    }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? ""
  }
}
