import Accounts
import BramleyPostgreSQL

/// How an operation recognises its own effect, when the connection broke after its commit was sent and the
/// server that answers now cannot tell (R20).
extension PostgreSQLAccountStore {
  typealias Evidence = @Sendable (Connection) throws(PostgreSQLError) -> Bool

  private static let session = Statement("SELECT 1 FROM sessions WHERE id=$1")
  private static let account = Statement("SELECT 1 FROM accounts WHERE uid=$1")
  private static let generation = Statement(
    "SELECT 1 FROM sessions WHERE id=$1 AND generation>$2 AND rotated_at=$3")

  /// A session's identifier is random: a row that has it is this operation's.
  static func evidence(ofSession id: Session.ID) -> Evidence {
    { (connection) throws(PostgreSQLError) in
      try connection.first(session, id.number, read: { _ in true }) != nil
    }
  }

  static func evidence(ofAccount id: Account.ID) -> Evidence {
    { (connection) throws(PostgreSQLError) in
      try connection.first(account, id.text, read: { _ in true }) != nil
    }
  }

  /// Another rotation of the same token in the same millisecond gave the same successor (R31).
  static func evidence(of rotation: Rotation) -> Evidence {
    { (connection) throws(PostgreSQLError) in
      try connection.first(
        generation, rotation.session.number, rotation.generation, rotation.now.milliseconds,
        read: { _ in true }) != nil
    }
  }
}
