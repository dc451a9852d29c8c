package import Accounts
import BramleyPostgreSQL

extension PostgreSQLRows {
  package mutating func keep(_ row: OneTimeRow) throws(StoreError) -> Bool {
    if missingOneTime.contains(row.key) {
      // Read as missing in this transaction: whoever took it since makes the server refuse the insert, and
      // the next run of the operation finds it.
      try run { (connection) throws(PostgreSQLError) in
        try connection.run(
          Self.insertOneTime, row.key.bytes, row.purpose.rawValue, row.payload, row.account, row.request,
          row.at?.milliseconds)
      }
      return true
    }
    return try run { (connection) throws(PostgreSQLError) in
      try connection.first(
        Self.keepOneTime, row.key.bytes, row.purpose.rawValue, row.payload, row.account, row.request,
        row.at?.milliseconds, read: { _ in true }) != nil
    }
  }

  package mutating func oneTime(_ purpose: OneTimePurpose, _ key: OneTimeKey) throws(StoreError)
    -> OneTimeRow?
  {
    let found: OneTimeRow?
    if let ahead = readAhead.oneTime.removeValue(forKey: key) {
      found = ahead
    } else {
      let statement = access == .reading ? Self.findOneTime : Self.lockOneTime
      found = try run { (connection) throws(PostgreSQLError) in
        try connection.first(statement, key.bytes, purpose.rawValue) { OneTimeRow(purpose, key, $0) }
      }
    }
    if found == nil { missingOneTime.insert(key) }
    return found
  }

  package func removeOneTime(_ purpose: OneTimePurpose, _ key: OneTimeKey) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(Self.deleteOneTime, key.bytes, purpose.rawValue)
    }
  }

  package func purgeOneTime(expiredBefore now: Timestamp, limit: Int) throws(StoreError) -> Int {
    try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.purge, OneTimeKey.prefix(now), limit) { Int($0.integer(0)) } ?? 0
    }
  }
}

extension PostgreSQLRows {
  static let insertOneTime = Statement(
    "INSERT INTO one_time(key,purpose,payload,account,request,at) VALUES($1,$2,$3,$4,$5,$6)")
  static let keepOneTime = Statement(
    """
    INSERT INTO one_time(key,purpose,payload,account,request,at) VALUES($1,$2,$3,$4,$5,$6)
    ON CONFLICT DO NOTHING RETURNING 1
    """)
  static let findOneTime = Statement(
    "SELECT payload,account,request,at FROM one_time WHERE key=$1 AND purpose=$2")
  fileprivate static let lockOneTime = Statement(
    "SELECT payload,account,request,at FROM one_time WHERE key=$1 AND purpose=$2 FOR UPDATE")
  fileprivate static let deleteOneTime = Statement("DELETE FROM one_time WHERE key=$1 AND purpose=$2")
  static let takeOneTime = Statement(
    "DELETE FROM one_time WHERE key=$1 AND purpose=$2 AND payload IS NOT NULL RETURNING payload")
  // By an array: joined, the planner would walk over the table for the few rows that go.
  fileprivate static let purge = Statement(
    """
    WITH old AS MATERIALIZED (
      SELECT key,purpose FROM one_time WHERE key<$1 ORDER BY key,purpose LIMIT $2 FOR UPDATE SKIP LOCKED),
    gone AS (
      DELETE FROM one_time t WHERE t.key=ANY(ARRAY(SELECT key FROM old))
      AND (t.key,t.purpose) IN (SELECT key,purpose FROM old) RETURNING 1)
    SELECT count(*) FROM gone
    """)
}
