import Accounts
import BramleyPostgreSQL
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

  /// One writer, and readers that nobody waits for.
  var gauges: [Gauge] { [] }
}

extension Limiter {
  /// Who is refused, and by which limit, tells an attack from a limit that is too low.
  var counter: Counter {
    Counter(
      "rate_limit_refusals", "Attempts that a limit refused, by the limit's name under rateLimits.",
      by: refusals.map { (["kind": $0.kind.rawValue], $0.count) })
  }
}

extension PostgreSQLAccountStore {
  /// Round trips for each operation are what rules its speed; retries say what stands in its way.
  var counters: [Counter] {
    let counts = poolCounts
    return [
      Counter("store_round_trips", "Times that the store waited for the database server.", counts.roundTrips),
      Counter("store_connections_opened", "Connections made to the database server.", counts.opened),
      Counter("store_connections_failed", "Attempts to connect that failed.", counts.failed),
      Counter(
        "store_refused", "Operations refused since no connection was free in time or too many waited.",
        counts.refused),
      Counter(
        "store_retries", "Transactions run again, by cause.",
        by: [
          (["cause": "serialization"], counts.serializationRetries),
          (["cause": "deadlock"], counts.deadlockRetries),
          (["cause": "unique"], counts.uniqueRetries),
          (["cause": "connection"], counts.connectionRetries),
        ]),
      Counter(
        "store_commits_in_doubt", "Commits whose answer was lost, by what was found out of them.",
        by: [
          (["outcome": "found"], counts.inDoubt - counts.unresolved),
          (["outcome": "unknown"], counts.unresolved),
        ]),
    ]
  }

  /// How close the connections are to being the bottleneck.
  var gauges: [Gauge] {
    let counts = poolCounts
    return [
      Gauge("store_connections_max", "Connections that there may be.", counts.size),
      Gauge("store_connections", "Connections that are open.", counts.open),
      Gauge("store_connections_busy", "Operations that are on a connection.", counts.busy),
      Gauge("store_waiting", "Operations that wait for a connection.", counts.waiting),
    ]
  }
}
