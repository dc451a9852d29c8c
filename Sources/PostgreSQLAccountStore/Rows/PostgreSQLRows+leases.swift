package import Accounts
import BramleyPostgreSQL

extension PostgreSQLRows {
  package mutating func leased(_ key: OneTimeKey) throws(StoreError) -> Int? {
    let taken = try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.lockLease, key.bytes) { Int(truncatingIfNeeded: $0.integer(0)) }
    }
    if taken == nil { missingLeases.insert(key) }
    return taken
  }

  package func setLeased(_ key: OneTimeKey, _ taken: Int) throws(StoreError) {
    // What was found missing must still be: another process may take its part at this moment.
    let statement = missingLeases.contains(key) ? Self.insertLease : Self.updateLease
    try run { (connection) throws(PostgreSQLError) in try connection.run(statement, key.bytes, taken) }
  }

  package func purgeLeases(expiredBefore now: Timestamp, limit: Int) throws(StoreError) -> Int {
    try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.purgeLeases, OneTimeKey.prefix(now), limit) { Int($0.integer(0)) } ?? 0
    }
  }
}

extension PostgreSQLRows {
  fileprivate static let lockLease = Statement("SELECT taken FROM leases WHERE key=$1 FOR UPDATE")
  fileprivate static let insertLease = Statement("INSERT INTO leases(key,taken) VALUES($1,$2)")
  fileprivate static let updateLease = Statement("UPDATE leases SET taken=$2 WHERE key=$1")
  fileprivate static let purgeLeases = Statement(
    """
    WITH old AS MATERIALIZED (
      SELECT key FROM leases WHERE key<$1 ORDER BY key LIMIT $2 FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM leases t WHERE t.key=ANY(ARRAY(SELECT key FROM old)) RETURNING 1)
    SELECT count(*) FROM gone
    """)
}
