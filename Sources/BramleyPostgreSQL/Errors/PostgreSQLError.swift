/// Why PostgreSQL did not do what was asked.
///
/// Equality looks at the code only. The message names objects of the schema, hosts and databases, never
/// values of rows or the connection string.
public struct PostgreSQLError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason.
  public enum Code: Sendable, Hashable {
    /// Another transaction came between (40001); running it again helps.
    case serialization
    /// Two transactions waited for each other (40P01); running it again helps.
    case deadlock
    /// A unique index or key stands in the way (23505).
    case unique
    /// Another constraint stands in the way (23…).
    case constraint
    /// The server or the transaction takes no writes (25006).
    case readOnly
    /// Disk, memory or another resource is used up (53…).
    case full
    /// The server cannot be reached, starts up or takes no more connections.
    case unreachable
    /// The connection broke; nothing of the transaction was done.
    case connectionLost
    /// The connection broke after the commit was sent, and nothing tells whether it was done.
    case inDoubt
    /// A statement, or a wait for the server, took longer than it may.
    case timeout
    /// A lock was not given in time (55P03).
    case lockTimeout
    /// User, password or rights are refused (28…, 42501).
    case refused
    /// An object of the schema is missing, or of another shape (42…, 3D000, 3F000).
    case schema
    /// The connection string cannot be read.
    case connectionString
    /// The bound of waiting works is reached.
    case overloaded
    /// The pool has stopped.
    case stopped
    /// Anything else.
    case other
  }

  /// The reason.
  public let code: Code
  /// A sentence for the operator.
  public let message: String
  /// The five characters of the server, when it was the server that refused.
  public let sqlState: String?

  /// An error of that code.
  public init(_ code: Code, _ message: String, sqlState: String? = nil) {
    self.code = code
    self.message = message
    self.sqlState = sqlState
  }

  static let unreadable = PostgreSQLError(
    .connectionString,
    "The connection string cannot be read: write postgres://USER:PASSWORD@HOST:PORT/DATABASE, special"
      + " characters as %XX")

  /// The sentence.
  public var description: String { sqlState.map { "\(message) (\($0))" } ?? message }

  /// Looks at the code only.
  public static func == (left: PostgreSQLError, right: PostgreSQLError) -> Bool { left.code == right.code }

  /// Looks at the code only.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Whether the same transaction may succeed when it is run again at once.
  public var isRetriable: Bool {
    switch code {
    case .serialization, .deadlock, .unique, .connectionLost: true
    default: false
    }
  }

  /// Whether the connection is of no use any more.
  var breaksConnection: Bool {
    switch code {
    case .connectionLost, .unreachable, .inDoubt: true
    default: false
    }
  }
}
