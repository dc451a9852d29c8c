import BramleySQLite
import OperationsAPI
import SQLiteAccountStore

extension AccountsAssembly {
  /// What the store has written, for `/metrics`: pages for each write are what rules its speed.
  var counters: [Counter] {
    let written = store.statistics
    return [
      Counter("store_writes", "Operations that the store wrote.", written.requests),
      Counter("store_commits", "Commits that they shared.", written.batches),
      Counter("store_pages_written", "Pages of the database that they wrote.", written.pages),
    ]
  }
}
