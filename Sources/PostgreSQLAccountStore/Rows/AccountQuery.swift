import BramleyPostgreSQL

/// The statements that find an account in one way: its row with and without a lock, and its identities.
///
/// The identities are read by a statement of their own behind the lock: a statement that waited for a lock
/// sees the locked row as it is then, but everything else as it was before.
struct AccountQuery: Sendable {
  let row: Statement
  let lockedRow: Statement
  let identities: Statement

  private static let columns = """
    SELECT a.id,a.uid,a.created_at,a.last_login_at,a.flags,a.newest_session,a.newest_event,a.newest_grant,
    a.apple_authorized_at,a.valid_since,a.email,a.display_name,a.photo_url,a.phone,a.password_hash,
    a.password_updated_at,a.custom_attributes,a.initial_email,a.deletes_at,a.extras
    """
  private static let identityColumns = """
    SELECT s.provider,s.issuer,s.team,i.subject,i.flags,i.email,i.display_name,i.photo_url,i.screen_name,
    i.phone,i.first_client_id,i.real_user_status,i.first_authorized_at
    FROM identities i JOIN scopes s ON s.number=i.scope
    """

  /// - Parameters:
  ///   - source: What follows FROM, with the conditions.
  ///   - order: What follows the conditions.
  ///   - key: A query of the account's number with the same parameters.
  private init(_ source: String, order: String = "", key: String) {
    row = Statement("\(Self.columns) FROM \(source) \(order)")
    lockedRow = Statement("\(Self.columns) FROM \(source) \(order) FOR UPDATE OF a")
    identities = Statement("\(Self.identityColumns) WHERE i.account=(\(key)) ORDER BY s.provider")
  }

  static let uid = AccountQuery(
    "accounts a WHERE a.uid=$1", key: "SELECT a.id FROM accounts a WHERE a.uid=$1")
  static let key = AccountQuery("accounts a WHERE a.id=$1", key: "$1")
  static let email = AccountQuery(
    "accounts a WHERE a.email=$1", order: "ORDER BY a.id LIMIT 1",
    key: "SELECT a.id FROM accounts a WHERE a.email=$1 ORDER BY a.id LIMIT 1")
  static let phone = AccountQuery(
    "accounts a WHERE a.phone=$1", key: "SELECT a.id FROM accounts a WHERE a.phone=$1")
  static let identity = AccountQuery(
    """
    scopes s JOIN identities i ON i.scope=s.number JOIN accounts a ON a.id=i.account
    WHERE s.provider=$1 AND s.issuer=$2 AND s.team=$3 AND i.subject=$4
    """,
    key: """
      SELECT i.account FROM scopes s JOIN identities i ON i.scope=s.number
      WHERE s.provider=$1 AND s.issuer=$2 AND s.team=$3 AND i.subject=$4
      """)
  static let subject = AccountQuery(
    """
    scopes s JOIN identities i ON i.scope=s.number JOIN accounts a ON a.id=i.account
    WHERE s.provider=$1 AND i.subject=$2
    """, order: "ORDER BY a.id LIMIT 1",
    key: """
      SELECT i.account FROM scopes s JOIN identities i ON i.scope=s.number
      WHERE s.provider=$1 AND i.subject=$2 ORDER BY i.account LIMIT 1
      """)
  static let session = AccountQuery(
    "sessions t JOIN accounts a ON a.id=t.account WHERE t.id=$1",
    key: "SELECT t.account FROM sessions t WHERE t.id=$1")

  static let page = Statement(
    "\(columns) FROM accounts a WHERE a.uid>$1 ORDER BY a.uid LIMIT $2")
}
