import Synchronization

/// What the connections of a pool have heard of their server, so that one which waits in vain can tell a
/// server that hangs from one that works long.
///
/// A host that hangs breaks no connection: each would be found out alone, one waiting time after the other.
/// Once one connection has waited in vain while none of the others heard a word, all that were made before
/// are distrusted: what waits on them gives up at once, and what lies idle is made anew on a host that answers.
final class Hearing: Sendable {
  private struct State {
    var last: ContinuousClock.Instant?
    var gaveUp: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// A connection has heard of the server.
  func heard(at instant: ContinuousClock.Instant) {
    state.withLock { $0.last = max($0.last ?? instant, instant) }
  }

  /// A connection has waited in vain; whether all others have heard nothing either since it began to.
  func waitedInVain(since start: ContinuousClock.Instant, until now: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      if let last = state.last, last > start { return false }
      state.gaveUp = max(state.gaveUp ?? now, now)
      return true
    }
  }

  /// Whether the server was given up since a connection has last heard of it.
  func distrusts(_ heard: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.gaveUp.map { $0 > heard } ?? false }
  }
}
