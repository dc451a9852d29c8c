import BramleyPostgreSQL
import BramleySQLite

/// Why a copy was not made, or not to its end.
///
/// Equality looks at the code only. The message names tables, never values of rows or an address.
package struct CopyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable name of the reason.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A service or a command works on the source.
    package static let sourceInUse = Self(rawValue: "SOURCE_IN_USE")
    /// The source holds a row that the target could not keep as it is.
    package static let sourceUnreadable = Self(rawValue: "SOURCE_UNREADABLE")
    /// The source is itself an unfinished copy.
    package static let sourceUnfinished = Self(rawValue: "SOURCE_UNFINISHED")
    /// A service or a command works on the target.
    package static let targetInUse = Self(rawValue: "TARGET_IN_USE")
    /// The target holds something else than a copy that was begun.
    package static let targetNotEmpty = Self(rawValue: "TARGET_NOT_EMPTY")
    /// The target is half a copy of another database, or the source was written to since.
    package static let otherSource = Self(rawValue: "TARGET_OF_OTHER_SOURCE")
    /// A newer version has worked on one of the databases.
    package static let newerSchema = Self(rawValue: "SCHEMA_NEWER")
    /// The two do not hold the same.
    package static let differs = Self(rawValue: "COPY_DIFFERS")
    /// The copy was stopped between two pieces; it goes on there when it is run again.
    package static let interrupted = Self(rawValue: "COPY_INTERRUPTED")
    /// One of the databases failed; the copy goes on where it was when it is run again.
    package static let failed = Self(rawValue: "DATABASE_FAILED")
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "\(code.rawValue): \(message)" }
  package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }

  static func failed(_ side: String, _ error: SQLiteError) -> CopyError { failed(side, error.message) }

  static func failed(_ side: String, _ error: PostgreSQLError) -> CopyError { failed(side, error.message) }

  /// Some texts of the databases are sentences already.
  private static func failed(_ side: String, _ text: String) -> CopyError {
    let sentence = text.hasSuffix(".") ? text : text + "."
    return CopyError(.failed, "The \(side): \(sentence) Run the command again when that is mended.")
  }
}
