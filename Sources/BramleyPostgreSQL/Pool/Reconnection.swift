import Synchronization

/// When the next attempt to connect may be made: later after each that fails, up to a second, with jitter,
/// so that many processes do not come back at one instant.
final class Reconnection: Sendable {
  private struct State {
    var failures = 0
    var notBefore: ContinuousClock.Instant?
    var error: PostgreSQLError?
  }

  /// The longest pause between two attempts.
  static let longestPause = Duration.seconds(1)

  private let state = Mutex(State())
  private let jitter: @Sendable () -> Double

  /// - Parameter jitter: Gives numbers from 0 to 1.
  init(jitter: @escaping @Sendable () -> Double) { self.jitter = jitter }

  /// The last failure, while it is too early for another attempt.
  func refusal(at now: ContinuousClock.Instant) -> PostgreSQLError? {
    state.withLock { state in
      guard let notBefore = state.notBefore, now < notBefore else { return nil }
      return state.error
    }
  }

  func succeeded() { state.withLock { $0 = State() } }

  func failed(_ error: PostgreSQLError, at now: ContinuousClock.Instant) {
    state.withLock { state in
      state.failures += 1
      let pause = min(Self.longestPause, .milliseconds(25 << min(state.failures, 6)))
      state.notBefore = now + pause * (0.5 + 0.5 * jitter())
      state.error = error
    }
  }
}
