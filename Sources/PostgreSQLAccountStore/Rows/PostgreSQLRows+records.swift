package import Accounts
import BramleyPostgreSQL

/// Audit, consents, settings and upkeep.
extension PostgreSQLRows {
  package mutating func appendEvent(
    _ draft: EventDraft, to row: AccountRow, at now: Timestamp, address: String?
  )
    throws(StoreError) -> Int64
  {
    if eventNumbers.isEmpty {
      let drawn = try run { (connection) throws(PostgreSQLError) in
        try connection.first(Self.drawEvent) { $0.integer(0) }
      }
      eventNumbers = [drawn].compactMap { $0 }[...]
    }
    guard let id = eventNumbers.popFirst() else { throw StoreError(.unexpected, "No number was drawn.") }
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.insertEvent, id, row.key, row.newestEvent, now.milliseconds, draft.kind.rawValue,
        draft.session?.number, draft.detail, address)
    }
    return id
  }

  package func event(_ id: Int64) throws(StoreError) -> (AuditEvent, previous: Int64?)? {
    try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.findEvent, id) { (AuditEvent($0), previous: $0.optionalInteger(6)) }
    }
  }

  package func newestEvents(limit: Int) throws(StoreError) -> [AuditEvent] {
    try run { (connection) throws(PostgreSQLError) in
      try connection.all(Self.newestEvents, limit) { AuditEvent($0) }
    }
  }

  package func eventChain(of row: AccountRow, after: Int64) throws(StoreError) -> [AuditEvent] {
    guard let newest = row.newestEvent, newest > after else { return [] }
    return try run { (connection) throws(PostgreSQLError) in
      try connection.all(Self.eventChain, newest, after) { AuditEvent($0) }
    }
  }

  package func removeEvents(before: Timestamp, limit: Int) throws(StoreError) -> Int {
    try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.deleteEvents, limit, before.milliseconds) { Int($0.integer(0)) } ?? 0
    }
  }

  package func eraseEventAddresses(after: Int64, before: Timestamp, limit: Int) throws(StoreError)
    -> (count: Int, last: Int64)
  {
    try run { (connection) throws(PostgreSQLError) in
      let last = try connection.first(Self.lastOldEvent, after, limit, before.milliseconds) {
        $0.optionalInteger(0)
      }
      guard let last = last ?? nil else { return (0, after) }
      let count = try connection.first(Self.eraseAddresses, after, last) { Int($0.integer(0)) }
      return (count ?? 0, last)
    }
  }

  package func insert(_ consent: Consent, account: AccountRow) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.insertConsent, account.key, consent.at.milliseconds, consent.text.kind, consent.text.version,
        consent.text.text, consent.text.locale)
    }
  }

  package func consents(of row: AccountRow) throws(StoreError) -> [Consent] {
    try run { (connection) throws(PostgreSQLError) in
      try connection.all(Self.consents, row.key) { Consent($0) }
    }
  }

  package mutating func setting(_ name: String) throws(StoreError) -> [UInt8]? {
    let statement = access == .reading ? Self.findSetting : Self.lockSetting
    let value = try run { (connection) throws(PostgreSQLError) in
      try connection.first(statement, name) { $0.bytes(0) }
    }
    if value == nil { missingSettings.insert(name) }
    return value
  }

  package func setSetting(_ name: String, _ value: [UInt8]) throws(StoreError) {
    // What was found missing must still be: another process may be setting it at this moment.
    let statement = missingSettings.contains(name) ? Self.insertSetting : Self.setSetting
    try run { (connection) throws(PostgreSQLError) in try connection.run(statement, name, value) }
  }

  package func dueAccounts(at now: Timestamp, limit: Int) throws(StoreError) -> [Account.ID] {
    try run { (connection) throws(PostgreSQLError) in
      try connection.all(Self.dueAccounts, now.milliseconds, limit) { Account.ID(unchecked: $0.text(0)) }
    }
  }

  package func anonymousAccounts(after: Int64, limit: Int) throws(StoreError) -> [AnonymousRow] {
    try run { (connection) throws(PostgreSQLError) in
      try connection.all(Self.anonymousAccounts, after, limit) {
        AnonymousRow(
          key: $0.integer(0), id: Account.ID(unchecked: $0.text(1)),
          usedAt: Timestamp(milliseconds: $0.integer(2)))
      }
    }
  }
}

extension PostgreSQLRows {
  fileprivate static let drawEvent = Statement("SELECT nextval('events_id_seq')")
  fileprivate static let insertEvent = Statement(
    """
    INSERT INTO events(id,account,previous,at,kind,session,detail,address)
    VALUES($1,$2,$3,$4,$5,$6,$7,$8)
    """)
  fileprivate static let findEvent = Statement(
    "SELECT id,at,kind,session,detail,address,previous FROM events WHERE id=$1")
  fileprivate static let newestEvents = Statement(
    "SELECT id,at,kind,session,detail,address FROM events ORDER BY id DESC LIMIT $1")
  fileprivate static let eventChain = Statement(
    """
    WITH RECURSIVE chain AS (
      SELECT id,at,kind,session,detail,address,previous FROM events WHERE id=$1
      UNION ALL SELECT e.id,e.at,e.kind,e.session,e.detail,e.address,e.previous
      FROM chain c JOIN events e ON e.id=c.previous WHERE e.id>$2)
    SELECT * FROM chain ORDER BY id DESC
    """)
  // An array, not IN: the planner takes a limit that it does not know for a tenth of the table, and would
  // walk over all of it.
  fileprivate static let deleteEvents = Statement(
    """
    WITH gone AS (DELETE FROM events WHERE id=ANY(ARRAY(SELECT id FROM events ORDER BY id LIMIT $1)) AND at<$2
    RETURNING 1) SELECT count(*) FROM gone
    """)
  fileprivate static let lastOldEvent = Statement(
    "SELECT max(id) FROM (SELECT id,at FROM events WHERE id>$1 ORDER BY id LIMIT $2) e WHERE at<$3")
  fileprivate static let eraseAddresses = Statement(
    """
    WITH erased AS (UPDATE events SET address=NULL WHERE id>$1 AND id<=$2 AND address IS NOT NULL
    RETURNING 1) SELECT count(*) FROM erased
    """)
  fileprivate static let insertConsent = Statement(
    "INSERT INTO consents(account,at,kind,version,text,locale) VALUES($1,$2,$3,$4,$5,$6)")
  fileprivate static let consents = Statement(
    "SELECT at,kind,version,text,locale FROM consents WHERE account=$1 ORDER BY id")
  fileprivate static let findSetting = Statement("SELECT value FROM settings WHERE name=$1")
  fileprivate static let lockSetting = Statement("SELECT value FROM settings WHERE name=$1 FOR UPDATE")
  fileprivate static let insertSetting = Statement("INSERT INTO settings(name,value) VALUES($1,$2)")
  fileprivate static let setSetting = Statement(
    """
    INSERT INTO settings(name,value) VALUES($1,$2) ON CONFLICT(name) DO UPDATE SET value=excluded.value
    """)
  fileprivate static let dueAccounts = Statement(
    """
    SELECT uid FROM accounts WHERE deletes_at IS NOT NULL AND deletes_at<=$1 ORDER BY deletes_at LIMIT $2
    """)
  // The session is looked up for each account of the stretch; joined, the planner would read every session.
  fileprivate static let anonymousAccounts = Statement(
    """
    SELECT a.id,a.uid,coalesce((SELECT s.last_used_at FROM sessions s WHERE s.id=a.newest_session),a.created_at)
    FROM accounts a WHERE (a.flags & 32) <> 0 AND a.id>$1 ORDER BY a.id LIMIT $2
    """)
}
