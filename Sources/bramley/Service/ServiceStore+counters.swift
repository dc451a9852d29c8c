import Accounts
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

extension Limiter {
  /// Who is refused, and by which limit, tells an attack from a limit that is too low.
  var counter: Counter {
    Counter(
      "rate_limit_refusals", "Attempts that a limit refused, by the limit's name under rateLimits.",
      by: "kind", refusals.map { ($0.kind.rawValue, $0.count) })
  }
}

extension PostgreSQLAccountStore {
  /// Round trips for each operation are what rules its speed.
  var counters: [Counter] {
    [Counter("store_round_trips", "Times that the store waited for the database server.", roundTrips)]
  }
}
