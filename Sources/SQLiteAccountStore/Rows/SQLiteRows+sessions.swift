package import Accounts
import BramleySQLite

extension SQLiteRows {
  package func session(_ id: Session.ID) throws(StoreError) -> SessionRow? {
    try run { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT s.id,s.account,previous,generation,s.created_at,auth_time,last_used_at,rotated_at,
        successor_used_at,ended_at,end_reason,provider,client_id,user_agent,address,custom_claims,a.uid
        FROM sessions s LEFT JOIN accounts a ON a.id=s.account WHERE s.id=?
        """, id.number
      ) { SessionRow($0) }
    }
  }

  package func sessionAndAccount(_ id: Session.ID) throws(StoreError) -> (
    session: SessionRow, account: AccountRow?
  )? {
    let found = try run { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT s.id,s.account,previous,generation,s.created_at,auth_time,last_used_at,rotated_at,
        successor_used_at,ended_at,end_reason,provider,client_id,user_agent,address,custom_claims,a.uid,
        a.id,a.uid,a.created_at,last_login_at,flags,newest_session,newest_event,newest_grant,
        apple_authorized_at,valid_since,email,display_name,photo_url,phone,password_hash,
        password_updated_at,custom_attributes,initial_email,deletes_at,extras
        FROM sessions s LEFT JOIN accounts a ON a.id=s.account WHERE s.id=?
        """, id.number
      ) { row in (SessionRow(row), row.isNull(17) ? nil : AccountRow(row, from: 17)) }
    }
    guard let (session, account) = found else { return nil }
    return (session, try account.map { (row) throws(StoreError) in try withIdentities(row) })
  }

  package func insert(_ row: SessionRow) throws(StoreError) {
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

  package func update(_ row: SessionRow) throws(StoreError) {
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

  package func removeSession(_ id: Session.ID) throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.run("DELETE FROM sessions WHERE id=?", id.number)
    }
  }

  package func sessions(after: Session.ID, before: Session.ID, limit: Int) throws(StoreError) -> [SessionRow]
  {
    try run { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT s.id,s.account,previous,generation,s.created_at,auth_time,last_used_at,rotated_at,
        successor_used_at,ended_at,end_reason,provider,client_id,user_agent,address,custom_claims,a.uid
        FROM sessions s LEFT JOIN accounts a ON a.id=s.account WHERE s.id>? AND s.id<? ORDER BY s.id LIMIT ?
        """, after.number, before.number, limit
      ) { SessionRow($0) }
    }
  }
}
