import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why SQLite did not do what was asked.
///
/// Equality looks at the code only. The message names objects of the schema, never values.
public struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which constraint stood in the way.
  public enum Constraint: Sendable, Hashable {
    /// A unique index or key.
    case unique
    /// A foreign key.
    case foreignKey
    /// NOT NULL.
    case notNull
    /// CHECK, or another one.
    case other
  }

  /// The reason.
  public enum Code: Sendable, Hashable {
    /// Another connection holds the lock and kept it longer than the time-out.
    case busy
    /// Disk or file size limit reached.
    case full
    /// The file is damaged or no database.
    case corrupt
    /// A constraint.
    case constraint(Constraint)
    /// The file may not be written.
    case readOnly
    /// Reading or writing failed.
    case io
    /// The file cannot be opened.
    case cannotOpen
    /// The schema lacks an object, or is of another version.
    case schema
    /// The queue of the writer is full.
    case overloaded
    /// The writer has stopped.
    case stopped
    /// Anything else, with SQLite's primary result code.
    case other(Int32)
  }

  /// The reason.
  public let code: Code
  /// A sentence for the operator.
  public let message: String

  /// An error of that code.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The sentence.
  public var description: String { message }

  /// Looks at the code only.
  public static func == (left: SQLiteError, right: SQLiteError) -> Bool { left.code == right.code }

  /// Looks at the code only.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  init(result: Int32, handle: OpaquePointer?, doing: String) {
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? result
    let text = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "result \(result)"
    var code = Self.code(of: result, extended: extended)
    // SQLite tells ENOSPC apart, neither a quota that is used up nor a limit on the size of files, and gives
    // no cause for a commit: what could not be written counts as a disk without room.
    let cause = handle.map { sqlite3_system_errno($0) } ?? 0
    let isUnwritten = extended == Self.writeFailed || extended == Self.indexFailed
    if code == .io || code == .cannotOpen, isUnwritten || [ENOSPC, EFBIG, EDQUOT].contains(cause) {
      code = .full
    }
    let remedy =
      code == .full
      ? " (the disk, a quota or a limit on file sizes is used up, or the disk fails: make room)" : ""
    self.init(code, "\(doing): \(text)\(remedy)")
  }

  // SQLITE_IOERR_WRITE and SQLITE_IOERR_SHMSIZE, macros with shifts.
  private static let writeFailed = SQLITE_IOERR | 3 << 8
  private static let indexFailed = SQLITE_IOERR | 19 << 8

  private static func code(of result: Int32, extended: Int32) -> Code {
    switch result & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL: .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_IOERR: .io
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_CONSTRAINT:
      // The extended codes are macros with shifts, which Swift does not import: low byte 19, then the kind.
      switch extended >> 8 {
      case 6, 8, 10: .constraint(.unique)  // PRIMARYKEY, UNIQUE, ROWID
      case 3: .constraint(.foreignKey)
      case 5: .constraint(.notNull)
      default: .constraint(.other)
      }
    default: .other(result & 0xFF)
    }
  }
}
