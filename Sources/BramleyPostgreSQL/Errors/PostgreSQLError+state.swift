import CPostgreSQL

extension PostgreSQLError {
  /// The error that a result of the server carries.
  ///
  /// The server's own sentence is passed on only where it names objects, never where it may quote a value.
  init(result: OpaquePointer?) {
    let state = Self.field(result, 67) ?? ""  // PG_DIAG_SQLSTATE, 'C'
    let code = Self.code(of: state)
    let text: String
    switch code {
    case .schema where state == "26000" || state == "42P05":
      text = "A pooler gives each transaction another server: set database.preparedStatements to off"
    case .other:
      text = "The server refused a statement"
    case .unique, .constraint:
      text = "The constraint \(Self.field(result, 110) ?? "of a table") stands in the way"  // 'n'
    default:
      text = Self.field(result, 77) ?? "The server refused a statement"  // PG_DIAG_MESSAGE_PRIMARY, 'M'
    }
    self.init(code, text, sqlState: state.isEmpty ? nil : state)
  }

  private static func field(_ result: OpaquePointer?, _ field: Int32) -> String? {
    result.flatMap { PQresultErrorField($0, field) }.map { String(cString: $0) }
  }

  /// What a state of the server means (PostgreSQL, appendix A).
  static func code(of state: String) -> Code {
    switch state {
    case "40001": return .serialization
    case "40P01": return .deadlock
    case "23505": return .unique
    case "25006": return .readOnly
    // What needs a transaction number is refused with it on a server that follows another.
    case "55000": return .readOnly
    case "55P03": return .lockTimeout
    case "57014": return .timeout
    case "25P03": return .connectionLost
    case "53300", "57P03": return .unreachable
    case "57P01", "57P02", "57P05": return .connectionLost
    case "42501": return .refused
    case "3D000", "3F000", "26000": return .schema
    // A cached plan of before a migration: a new connection has none.
    case "0A000": return .connectionLost
    default: break
    }
    switch state.prefix(2) {
    case "08": return .connectionLost
    case "23": return .constraint
    case "28": return .refused
    case "42": return .schema
    case "53": return .full
    default: return .other
    }
  }
}
