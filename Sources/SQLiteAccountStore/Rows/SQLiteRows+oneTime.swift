package import Accounts
import BramleySQLite

extension SQLiteRows {
  package func keep(_ row: OneTimeRow) throws(StoreError) -> Bool {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        "INSERT OR IGNORE INTO one_time(key,purpose,payload,account,request,at) VALUES(?,?,?,?,?,?)",
        row.key.bytes, row.purpose.rawValue, row.payload, row.account, row.request, row.at?.milliseconds) == 1
    }
  }

  package func oneTime(_ purpose: OneTimePurpose, _ key: OneTimeKey) throws(StoreError) -> OneTimeRow? {
    try run { (connection) throws(SQLiteError) in
      try connection.first(
        "SELECT payload,account,request,at FROM one_time WHERE key=? AND purpose=?", key.bytes,
        purpose.rawValue
      ) { OneTimeRow(purpose, key, $0) }
    }
  }

  package func removeOneTime(_ purpose: OneTimePurpose, _ key: OneTimeKey) throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.run("DELETE FROM one_time WHERE key=? AND purpose=?", key.bytes, purpose.rawValue)
    }
  }

  package func purgeOneTime(expiredBefore now: Timestamp, limit: Int) throws(StoreError) -> Int {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        """
        DELETE FROM one_time WHERE (key,purpose) IN
        (SELECT key,purpose FROM one_time WHERE key<? ORDER BY key,purpose LIMIT ?)
        """, OneTimeKey.prefix(now), limit)
    }
  }
}
