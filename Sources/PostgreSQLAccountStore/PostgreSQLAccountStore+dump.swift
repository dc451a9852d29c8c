package import Accounts
import BramleyPostgreSQL

extension PostgreSQLAccountStore {
  private static let tables = [
    "accounts", "identities", "sessions", "events", "grants", "one_time", "jobs", "consents", "tombstones",
    "leases", "settings",
  ].map { Statement("SELECT '\($0) '||to_jsonb(t)::text FROM \($0) t") }

  /// Every row as text, one a line, sorted; what a refusal must not change.
  package func dump() async throws(StoreError) -> [String] {
    try await read { (rows) throws(StoreError) in
      try rows.run { (connection) throws(PostgreSQLError) in
        var lines: [String] = []
        for table in Self.tables { lines += try connection.all(table) { $0.text(0) } }
        return lines.sorted()
      }
    }
  }
}
