import BramleySQLite
import OperationsAPI
import PostgreSQLAccountStore
import SQLiteAccountStore

extension SQLiteAccountStore {
  /// Pages for each write are what rules its speed.
  var counters: [Counter] {
    let written = statistics
    return [
      Counter("store_writes", "Operations that the store wrote.", written.requests),
      Counter("store_commits", "Commits that they shared.", written.batches),
      Counter("store_pages_written", "Pages of the database that they wrote.", written.pages),
    ]
  }
}

extension PostgreSQLAccountStore {
  /// Round trips for each operation are what rules its speed.
  var counters: [Counter] {
    [Counter("store_round_trips", "Times that the store waited for the database server.", roundTrips)]
  }
}
