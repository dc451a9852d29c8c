package import Accounts
import BramleySQLite

/// Audit, consents, settings and upkeep.
extension SQLiteRows {
  package func appendEvent(_ draft: EventDraft, to row: AccountRow, at now: Timestamp, address: String?)
    throws(StoreError) -> Int64
  {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        "INSERT INTO events(account,previous,at,kind,session,detail,address) VALUES(?,?,?,?,?,?,?)", row.key,
        row.newestEvent, now.milliseconds, draft.kind.rawValue, draft.session?.number, draft.detail, address)
      return connection.lastInsertedRow
    }
  }

  package func event(_ id: Int64) throws(StoreError) -> (AuditEvent, previous: Int64?)? {
    try run { (connection) throws(SQLiteError) in
      try connection.first(
        "SELECT id,at,kind,session,detail,address,previous FROM events WHERE id=?", id
      ) { (AuditEvent($0), previous: $0.optionalInteger(6)) }
    }
  }

  package func newestEvents(limit: Int) throws(StoreError) -> [AuditEvent] {
    try run { (connection) throws(SQLiteError) in
      try connection.all(
        "SELECT id,at,kind,session,detail,address FROM events ORDER BY id DESC LIMIT ?", limit,
        read: AuditEvent.init)
    }
  }

  package func removeEvents(before: Timestamp, limit: Int) throws(StoreError) -> Int {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        "DELETE FROM events WHERE id IN (SELECT id FROM events ORDER BY id LIMIT ?1) AND at<?2", limit,
        before.milliseconds)
    }
  }

  package func eraseEventAddresses(after: Int64, before: Timestamp, limit: Int) throws(StoreError)
    -> (count: Int, last: Int64)
  {
    try run { (connection) throws(SQLiteError) in
      let last = try connection.first(
        """
        SELECT max(id) FROM (SELECT id,at FROM events WHERE id>?1 ORDER BY id LIMIT ?2) WHERE at<?3
        """, after, limit, before.milliseconds
      ) { $0.optionalInteger(0) }
      guard let last = last ?? nil else { return (0, after) }
      let count = try connection.run(
        "UPDATE events SET address=NULL WHERE id>? AND id<=? AND address IS NOT NULL", after, last)
      return (count, last)
    }
  }

  package func insert(_ consent: Consent, account: AccountRow) throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        "INSERT INTO consents(account,at,kind,version,text,locale) VALUES(?,?,?,?,?,?)", account.key,
        consent.at.milliseconds, consent.text.kind, consent.text.version, consent.text.text,
        consent.text.locale)
    }
  }

  package func consents(of row: AccountRow) throws(StoreError) -> [Consent] {
    try run { (connection) throws(SQLiteError) in
      try connection.all(
        "SELECT at,kind,version,text,locale FROM consents WHERE account=? ORDER BY id", row.key
      ) { Consent($0) }
    }
  }

  package func setting(_ name: String) throws(StoreError) -> [UInt8]? {
    try run { (connection) throws(SQLiteError) in
      try connection.first("SELECT value FROM settings WHERE name=?", name) { $0.bytes(0) }
    }
  }

  package func setSetting(_ name: String, _ value: [UInt8]) throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        "INSERT INTO settings(name,value) VALUES(?,?) ON CONFLICT(name) DO UPDATE SET value=excluded.value",
        name, value)
    }
  }

  /// The index is named, since for the order alone SQLite would walk over every account.
  package func dueAccounts(at now: Timestamp, limit: Int) throws(StoreError) -> [Account.ID] {
    try run { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT uid FROM accounts INDEXED BY accounts_due WHERE deletes_at IS NOT NULL AND deletes_at<=?
        ORDER BY deletes_at LIMIT ?
        """, now.milliseconds, limit
      ) { Account.ID(unchecked: $0.text(0)) }
    }
  }

  package func anonymousAccounts(after: Int64, limit: Int) throws(StoreError) -> [AnonymousRow] {
    try run { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT a.id,a.uid,coalesce(s.last_used_at,a.created_at) FROM accounts a INDEXED BY accounts_anonymous
        LEFT JOIN sessions s ON s.id=a.newest_session
        WHERE (a.flags & 32) <> 0 AND a.id>? ORDER BY a.id LIMIT ?
        """, after, limit
      ) {
        AnonymousRow(
          key: $0.integer(0), id: Account.ID(unchecked: $0.text(1)),
          usedAt: Timestamp(milliseconds: $0.integer(2)))
      }
    }
  }
}

extension AuditEvent {
  fileprivate init(_ row: borrowing Row) {
    self.init(
      id: row.integer(0), at: Timestamp(milliseconds: row.integer(1)),
      kind: Kind(rawValue: Int(truncatingIfNeeded: row.integer(2))),
      session: row.optionalInteger(3).map(Session.ID.init(number:)), detail: row.optionalText(4),
      address: row.optionalText(5))
  }
}
