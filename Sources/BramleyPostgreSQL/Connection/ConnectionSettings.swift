public import BramleyCrypto
import CPostgreSQL

/// Where the server is and how a connection to it behaves.
public struct ConnectionSettings: Sendable {
  /// The connection string: `postgres://…` or libpq's `key=value` form. Holds a password, perhaps.
  public var url: Secret
  /// Whether statements are prepared; off for a pooler that gives each transaction another server.
  public var preparesStatements: Bool
  /// The longest that a statement may run on the server.
  public var statementTimeout: Duration = .seconds(4)
  /// The longest that a server may say nothing to a transaction: a statement's time and a second for the way.
  ///
  /// Then it hangs, or the machine or network before it, and another host may have taken its place. Together
  /// with the connecting it stays below a work's time, so that a work may still be done there.
  public var silence: Duration { statementTimeout + .seconds(1) }
  /// The longest wait for a lock.
  public var lockTimeout: Duration = .seconds(3)
  /// The longest that an open transaction may lie idle before the server ends it.
  public var idleTimeout: Duration = .seconds(10)
  /// The longest that connecting to one host may take; libpq counts whole seconds, at least 2.
  public var connectTimeout: Duration = .seconds(2)

  /// The settings for a connection string.
  public init(url: Secret, preparesStatements: Bool = true) {
    self.url = url
    self.preparesStatements = preparesStatements
  }

  /// What the connection string does not say: a session that can write, dead peers noticed soon.
  private var defaults: [(String, String)] {
    [
      ("target_session_attrs", "read-write"), ("application_name", "bramley"), ("client_encoding", "UTF8"),
      ("connect_timeout", String(max(2, connectTimeout.components.seconds))), ("keepalives_idle", "15"),
      ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
    ]
  }

  /// Keywords and values for libpq.
  ///
  /// - Throws: ``PostgreSQLError/Code/connectionString``; libpq's own text may quote a password and is left out.
  func keywords() throws(PostgreSQLError) -> [(String, String)] {
    var error: UnsafeMutablePointer<CChar>?
    let parsed = url.withBytes { bytes in
      String(decoding: bytes, as: UTF8.self).withCString { PQconninfoParse($0, &error) }
    }
    defer { PQfreemem(error) }
    guard let parsed else {
      throw PostgreSQLError.unreadable
    }
    defer { PQconninfoFree(parsed) }
    var found: [(String, String)] = []
    var option = parsed
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        found.append((String(cString: keyword), String(cString: value)))
      }
      option += 1
    }
    for (keyword, value) in defaults where !found.contains(where: { $0.0 == keyword }) {
      found.append((keyword, value))
    }
    return found
  }

  /// Checks that the connection string can be read.
  public func check() throws(PostgreSQLError) { _ = try keywords() }
}
