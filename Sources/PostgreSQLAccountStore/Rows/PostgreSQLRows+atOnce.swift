import Accounts
import BramleyPostgreSQL

/// Operations of one statement, which take one round trip with begin and commit.
extension PostgreSQLRows {
  func noteUseAtOnce(of id: Session.ID, generation: Int64, at now: Timestamp) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(Self.noteUse, id.number, generation, now.milliseconds)
      try connection.finish()
    }
  }

  func keepAtOnce(_ payload: [UInt8], purpose: OneTimePurpose, key: OneTimeKey) throws(StoreError) -> Bool {
    try run { (connection) throws(PostgreSQLError) in
      let kept = try connection.submit(
        Self.keepOneTime, key.bytes, purpose.rawValue, payload, nil as Int64?, nil as [UInt8]?, nil as Int64?)
      try connection.finish()
      return connection.first(of: kept) { _ in true } ?? false
    }
  }

  func takeAtOnce(purpose: OneTimePurpose, key: OneTimeKey, now: Timestamp) throws(StoreError) -> [UInt8]? {
    guard key.expiry > now else { return nil }
    return try run { (connection) throws(PostgreSQLError) in
      let taken = try connection.submit(Self.takeOneTime, key.bytes, purpose.rawValue)
      try connection.finish()
      return connection.first(of: taken) { $0.bytes(0) }
    }
  }
}
