import Synchronization

/// What a pool of connections is doing, and has done since it was made.
public struct PoolCounts: Sendable, Hashable {
  /// How many connections there may be.
  public var size = 0
  /// How many connections are open.
  public var open = 0
  /// How many works are on a connection now.
  public var busy = 0
  /// How many works wait for a connection now.
  public var waiting = 0
  /// Connections made.
  public var opened = 0
  /// Attempts to connect that failed.
  public var failed = 0
  /// Works that were refused because none was free in time, or too many waited.
  public var refused = 0
  /// Waits for the server.
  public var roundTrips = 0
  /// Transactions run again because another one came between (40001, or seen by the store itself).
  public var serializationRetries = 0
  /// Transactions run again because two waited for each other.
  public var deadlockRetries = 0
  /// Transactions run again because another one took their unique key.
  public var uniqueRetries = 0
  /// Transactions run again because the connection broke before the commit was sent, or the server takes no
  /// writes any more.
  public var connectionRetries = 0
  /// Commits whose answer was lost with the connection.
  public var inDoubt = 0
  /// Those of them of which nothing could be found out.
  public var unresolved = 0
}

/// Counts what the threads of a pool do.
final class PoolTally: Sendable {
  private let counts = Mutex(PoolCounts())

  var current: PoolCounts { counts.withLock { $0 } }

  func note(_ change: (inout PoolCounts) -> Void) { counts.withLock { change(&$0) } }

  /// A transaction is run again.
  func noteRetry(after code: PostgreSQLError.Code) {
    note { counts in
      switch code {
      case .serialization: counts.serializationRetries += 1
      case .deadlock: counts.deadlockRetries += 1
      case .unique: counts.uniqueRetries += 1
      default: counts.connectionRetries += 1
      }
    }
  }
}
