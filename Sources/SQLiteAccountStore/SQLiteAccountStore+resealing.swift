package import Accounts
import BramleySQLite

extension SQLiteAccountStore: ResealableStore {
  package func sealedValues(of kind: SealedValue.Kind, after: Int64, limit: Int) async throws(StoreError)
    -> [SealedValue]
  {
    try read { (rows) throws(StoreError) in
      try rows.run { (connection) throws(SQLiteError) in
        switch kind {
        case .grant:
          try connection.all(
            """
            SELECT id,subject,client_id,sealed_token FROM grants
            WHERE id>? AND sealed_token IS NOT NULL ORDER BY id LIMIT ?
            """, after, limit
          ) { SealedValue($0, .grant) }
        case .job:
          try connection.all(
            "SELECT id,subject,client_id,sealed FROM jobs WHERE id>? ORDER BY id LIMIT ?", after, limit
          ) { SealedValue($0, .job) }
        }
      }
    }
  }

  package func replace(_ value: SealedValue, with sealed: [UInt8]) async throws(StoreError) -> Bool {
    try await write { (rows) throws(StoreError) in
      try rows.run { (connection) throws(SQLiteError) in
        switch value.kind {
        case .grant:
          try connection.run(
            "UPDATE grants SET sealed_token=? WHERE id=? AND sealed_token=?", sealed, value.number,
            value.sealed)
            == 1
        case .job:
          try connection.run(
            "UPDATE jobs SET sealed=? WHERE id=? AND sealed=?", sealed, value.number, value.sealed) == 1
        }
      }
    }
  }
}

extension SealedValue {
  fileprivate init(_ row: borrowing Row, _ kind: Kind) {
    self.init(
      kind: kind, number: row.integer(0), subject: row.text(1), clientID: row.text(2), sealed: row.bytes(3))
  }
}
