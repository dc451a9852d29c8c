import Synchronization

/// Holds whoever waits until the test lets go, and tells how long each wait was to be.
final class HeldPause: Sendable {
  private let gates = Mutex<[AsyncStream<Void>.Continuation]>([])
  private let arrivals = AsyncStream.makeStream(of: Duration.self)

  /// Waits; throws when the task is cancelled.
  func wait(_ duration: Duration) async throws {
    let (gate, release) = AsyncStream.makeStream(of: Void.self)
    gates.withLock { $0.append(release) }
    arrivals.continuation.yield(duration)
    for await _ in gate {}
    try Task.checkCancellation()
  }

  /// Until somebody waits: how long that is to be; nil when the test's time is over.
  func next() async -> Duration? {
    for await duration in arrivals.stream { return duration }
    return nil
  }

  /// Lets everyone go who waits now.
  func release() {
    let held = gates.withLock { gates in
      defer { gates.removeAll() }
      return gates
    }
    for gate in held { gate.finish() }
  }
}
