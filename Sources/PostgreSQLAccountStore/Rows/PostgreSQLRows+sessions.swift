package import Accounts
import BramleyPostgreSQL

extension PostgreSQLRows {
  package mutating func session(_ id: Session.ID) throws(StoreError) -> SessionRow? {
    if let ahead = readAhead.sessions.removeValue(forKey: id) { return ahead }
    let access = access
    let (row, account) = try run { (connection) throws(PostgreSQLError) in
      guard access != .reading else {
        return (try connection.first(Self.findSession, id.number) { SessionRow($0) }, nil as Int64?)
      }
      // The account first: every operation locks in this order, or two would wait for each other.
      let owner = access == .writing ? try connection.submit(Self.lockOwner, id.number) : nil
      let ticket = try connection.submit(Self.lockSession, id.number)
      try connection.synchronize()
      return (
        connection.first(of: ticket) { SessionRow($0) },
        owner.flatMap { connection.first(of: $0) { $0.integer(0) } }
      )
    }
    if let account { locked.insert(account) }
    return row
  }

  package func insert(_ row: SessionRow) throws(StoreError) {
    let session = row.session
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.insertSession, session.id.number, row.accountKey, row.previous?.number, session.generation,
        session.createdAt.milliseconds, session.authTime.milliseconds, session.lastUsedAt.milliseconds,
        session.rotatedAt.milliseconds, session.successorUsedAt?.milliseconds,
        session.endedAt?.milliseconds, session.end?.rawValue, session.signInProvider.rawValue,
        session.clientID, session.userAgent, session.address, session.customClaims)
    }
  }

  package func update(_ row: SessionRow) throws(StoreError) {
    let session = row.session
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.updateSession, row.previous?.number, session.generation, session.authTime.milliseconds,
        session.lastUsedAt.milliseconds, session.rotatedAt.milliseconds,
        session.successorUsedAt?.milliseconds, session.endedAt?.milliseconds, session.end?.rawValue,
        session.clientID, session.userAgent, session.address, session.customClaims, session.id.number)
    }
  }

  package func removeSession(_ id: Session.ID) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in try connection.run(Self.deleteSession, id.number) }
  }

  /// Not locked: the sweep looks at each again before it removes it.
  package func sessions(after: Session.ID, before: Session.ID, limit: Int) throws(StoreError) -> [SessionRow]
  {
    try run { (connection) throws(PostgreSQLError) in
      try connection.all(Self.sessionPage, after.number, before.number, limit) { SessionRow($0) }
    }
  }

  package func sessionChain(of row: AccountRow) throws(StoreError) -> [SessionRow] {
    guard let newest = row.newestSession else { return [] }
    let statement = access == .reading ? Self.sessionChain : Self.lockedSessionChain
    return try run { (connection) throws(PostgreSQLError) in
      try connection.all(statement, newest.number) { SessionRow($0) }
    }
  }
}

extension PostgreSQLRows {
  private static let columns = """
    SELECT t.id,t.account,t.previous,t.generation,t.created_at,t.auth_time,t.last_used_at,t.rotated_at,
    t.successor_used_at,t.ended_at,t.end_reason,t.provider,t.client_id,t.user_agent,t.address,
    t.custom_claims,a.uid
    """
  private static let chain = """
    WITH RECURSIVE chain(id,previous,place) AS (
      SELECT id,previous,1 FROM sessions WHERE id=$1
      UNION ALL SELECT p.id,p.previous,c.place+1 FROM chain c JOIN sessions p ON p.id=c.previous)
    \(columns) FROM chain c JOIN sessions t ON t.id=c.id LEFT JOIN accounts a ON a.id=t.account
    ORDER BY c.place
    """
  static let findSession = Statement(
    "\(columns) FROM sessions t LEFT JOIN accounts a ON a.id=t.account WHERE t.id=$1")
  static let lockSession = Statement(
    "\(columns) FROM sessions t LEFT JOIN accounts a ON a.id=t.account WHERE t.id=$1 FOR UPDATE OF t")
  fileprivate static let lockOwner = Statement(
    "SELECT id FROM accounts WHERE id=(SELECT account FROM sessions WHERE id=$1) FOR UPDATE")
  fileprivate static let sessionChain = Statement(chain)
  fileprivate static let lockedSessionChain = Statement("\(chain) FOR UPDATE OF t")
  fileprivate static let sessionPage = Statement(
    """
    \(columns) FROM sessions t LEFT JOIN accounts a ON a.id=t.account
    WHERE t.id>$1 AND t.id<$2 ORDER BY t.id LIMIT $3
    """)
  fileprivate static let insertSession = Statement(
    """
    INSERT INTO sessions(id,account,previous,generation,created_at,auth_time,last_used_at,rotated_at,
    successor_used_at,ended_at,end_reason,provider,client_id,user_agent,address,custom_claims)
    VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16)
    """)
  fileprivate static let updateSession = Statement(
    """
    UPDATE sessions SET previous=$1,generation=$2,auth_time=$3,last_used_at=$4,rotated_at=$5,
    successor_used_at=$6,ended_at=$7,end_reason=$8,client_id=$9,user_agent=$10,address=$11,custom_claims=$12
    WHERE id=$13
    """)
  fileprivate static let deleteSession = Statement("DELETE FROM sessions WHERE id=$1")
  static let noteUse = Statement(
    """
    UPDATE sessions SET successor_used_at=$3
    WHERE id=$1 AND generation=$2 AND successor_used_at IS NULL AND end_reason IS NULL
    """)
}
