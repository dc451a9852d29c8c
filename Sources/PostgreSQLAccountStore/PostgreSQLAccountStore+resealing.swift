package import Accounts
import BramleyPostgreSQL

extension PostgreSQLAccountStore: ResealableStore {
  package func sealedValues(of kind: SealedValue.Kind, after: Int64, limit: Int) async throws(StoreError)
    -> [SealedValue]
  {
    try await read { (rows) throws(StoreError) in
      try rows.run { (connection) throws(PostgreSQLError) in
        switch kind {
        case .grant: try connection.all(Self.sealedGrants, after, limit) { SealedValue($0, .grant) }
        case .job: try connection.all(Self.sealedJobs, after, limit) { SealedValue($0, .job) }
        }
      }
    }
  }

  package func replace(_ value: SealedValue, with sealed: [UInt8]) async throws(StoreError) -> Bool {
    try await write { (rows) throws(StoreError) in
      try rows.run { (connection) throws(PostgreSQLError) in
        let statement = value.kind == .grant ? Self.replaceGrant : Self.replaceJob
        // One row, found as it was read: a process that changed it meanwhile wins.
        let replaced = try connection.submit(statement, sealed, value.number, value.sealed)
        try connection.finish()
        return connection.first(of: replaced) { _ in true } ?? false
      }
    }
  }

  private static let sealedGrants = Statement(
    """
    SELECT id,subject,client_id,sealed_token FROM grants
    WHERE id>$1 AND sealed_token IS NOT NULL ORDER BY id LIMIT $2
    """)
  private static let sealedJobs = Statement(
    "SELECT id,subject,client_id,sealed FROM jobs WHERE id>$1 ORDER BY id LIMIT $2")
  private static let replaceGrant = Statement(
    "UPDATE grants SET sealed_token=$1 WHERE id=$2 AND sealed_token=$3 RETURNING 1")
  private static let replaceJob = Statement(
    "UPDATE jobs SET sealed=$1 WHERE id=$2 AND sealed=$3 RETURNING 1")
}

extension SealedValue {
  fileprivate init(_ row: borrowing Row, _ kind: Kind) {
    self.init(
      kind: kind, number: row.integer(0), subject: row.text(1), clientID: row.text(2), sealed: row.bytes(3))
  }
}
