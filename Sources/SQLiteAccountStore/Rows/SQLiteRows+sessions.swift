import Accounts
import BramleySQLite

extension SQLiteRows {
  func session(_ id: Session.ID) throws(StoreError) -> SessionRow? {
    try run { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT s.id,s.account,previous,generation,s.created_at,auth_time,last_used_at,rotated_at,
        successor_used_at,ended_at,end_reason,provider,client_id,user_agent,address,custom_claims,a.uid
        FROM sessions s LEFT JOIN accounts a ON a.id=s.account WHERE s.id=?
        """, id.number, read: SessionRow.init)
    }
  }

  func insert(_ row: SessionRow) throws(StoreError) {
    let session = row.session
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO sessions(id,account,previous,generation,created_at,auth_time,last_used_at,rotated_at,
        successor_used_at,ended_at,end_reason,provider,client_id,user_agent,address,custom_claims)
        VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
        """, session.id.number, row.accountKey, row.previous?.number, session.generation,
        session.createdAt.milliseconds, session.authTime.milliseconds, session.lastUsedAt.milliseconds,
        session.rotatedAt.milliseconds, session.successorUsedAt?.milliseconds,
        session.endedAt?.milliseconds, session.end?.rawValue, session.signInProvider.rawValue,
        session.clientID, session.userAgent, session.address, session.customClaims)
    }
  }

  func update(_ row: SessionRow) throws(StoreError) {
    let session = row.session
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        """
        UPDATE sessions SET previous=?,generation=?,auth_time=?,last_used_at=?,rotated_at=?,
        successor_used_at=?,ended_at=?,end_reason=?,client_id=?,user_agent=?,address=?,custom_claims=?
        WHERE id=?
        """, row.previous?.number, session.generation, session.authTime.milliseconds,
        session.lastUsedAt.milliseconds, session.rotatedAt.milliseconds,
        session.successorUsedAt?.milliseconds, session.endedAt?.milliseconds, session.end?.rawValue,
        session.clientID, session.userAgent, session.address, session.customClaims, session.id.number)
    }
  }

  func removeSession(_ id: Session.ID) throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.run("DELETE FROM sessions WHERE id=?", id.number)
    }
  }

  func sessions(after: Session.ID, before: Session.ID, limit: Int) throws(StoreError) -> [SessionRow] {
    try run { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT s.id,s.account,previous,generation,s.created_at,auth_time,last_used_at,rotated_at,
        successor_used_at,ended_at,end_reason,provider,client_id,user_agent,address,custom_claims,a.uid
        FROM sessions s LEFT JOIN accounts a ON a.id=s.account WHERE s.id>? AND s.id<? ORDER BY s.id LIMIT ?
        """, after.number, before.number, limit, read: SessionRow.init)
    }
  }
}

extension SessionRow {
  init(_ row: borrowing Row) {
    var session = Session(
      id: Session.ID(number: row.integer(0)), account: Account.ID(unchecked: row.text(16)),
      at: Timestamp(milliseconds: row.integer(4)), signInProvider: ProviderID(rawValue: row.text(11)))
    session.generation = row.integer(3)
    session.authTime = Timestamp(milliseconds: row.integer(5))
    session.lastUsedAt = Timestamp(milliseconds: row.integer(6))
    session.rotatedAt = Timestamp(milliseconds: row.integer(7))
    session.successorUsedAt = row.timestamp(8)
    session.endedAt = row.timestamp(9)
    session.end = row.optionalInteger(10).flatMap { Session.End(rawValue: Int(truncatingIfNeeded: $0)) }
    session.clientID = row.optionalText(12)
    session.userAgent = row.optionalText(13)
    session.address = row.optionalText(14)
    session.customClaims = row.optionalText(15)
    self.init(
      session: session, accountKey: row.integer(1),
      previous: row.optionalInteger(2).map(Session.ID.init(number:)))
  }
}
