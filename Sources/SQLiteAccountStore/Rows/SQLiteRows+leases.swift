package import Accounts
import BramleySQLite

extension SQLiteRows {
  package func leased(_ key: OneTimeKey) throws(StoreError) -> Int? {
    try run { (connection) throws(SQLiteError) in
      try connection.first("SELECT taken FROM leases WHERE key=?", key.bytes) {
        Int(truncatingIfNeeded: $0.integer(0))
      }
    }
  }

  package func setLeased(_ key: OneTimeKey, _ taken: Int) throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        "INSERT INTO leases(key,taken) VALUES(?,?) ON CONFLICT(key) DO UPDATE SET taken=excluded.taken",
        key.bytes, taken)
    }
  }

  package func purgeLeases(expiredBefore now: Timestamp, limit: Int) throws(StoreError) -> Int {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        "DELETE FROM leases WHERE key IN (SELECT key FROM leases WHERE key<? ORDER BY key LIMIT ?)",
        OneTimeKey.prefix(now), limit)
    }
  }
}
