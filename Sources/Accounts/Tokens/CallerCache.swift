import BramleyCrypto
import Synchronization

/// Remembers ID tokens whose signature was checked, so that a busy session is not checked each time (R15).
///
/// Bounded: sets of four places each. A token may stand in either of two sets and is put into the emptier one,
/// so that nearly all places are filled before one has to make room; with one set for each token a third of the
/// tokens that are in use had none left at three quarters of the capacity. Account and session are read from the
/// store every time all the same.
final class CallerCache: Sendable {
  private struct Entry: Sendable {
    var digest: SHA256Digest
    var check: CallerCheck
    var expiry: Int64
  }

  private static let ways = 4
  private let setCount: Int
  private struct State: Sendable {
    var sets: [[Entry]]
    var generation = 0
  }

  private let state: Mutex<State>

  init(capacity: Int = 65_536) {
    setCount = max(1, capacity / Self.ways)
    state = Mutex(State(sets: Array(repeating: [], count: setCount)))
  }

  /// What is remembered of a token.
  ///
  /// - Parameter generation: The signer's: of tokens verified under an earlier one nothing is remembered.
  func check(of digest: SHA256Digest, at now: Timestamp, generation: Int) -> CallerCheck? {
    let (first, second) = indices(of: digest)
    return state.withLock { state in
      if state.generation != generation {
        state = State(sets: Array(repeating: [], count: setCount), generation: generation)
      }
      guard
        let entry = state.sets[first].first(where: { $0.digest == digest })
          ?? state.sets[second].first(where: { $0.digest == digest }), now.seconds < entry.expiry
      else { return nil }
      return entry.check
    }
  }

  /// Remembers a token.
  ///
  /// - Parameter generation: The signer's before the token was verified or made.
  func remember(_ check: CallerCheck, as digest: SHA256Digest, until expiry: Int64, generation: Int) {
    let (first, second) = indices(of: digest)
    state.withLock { state in
      // A key went while the token was looked at: the next one looks again.
      guard state.generation == generation else { return }
      for index in [first, second] { state.sets[index].removeAll { $0.digest == digest } }
      let index = Self.roomier(of: first, second, in: state.sets)
      if state.sets[index].count >= Self.ways { state.sets[index].removeFirst() }
      if state.sets[index].isEmpty { state.sets[index].reserveCapacity(Self.ways) }
      state.sets[index].append(Entry(digest: digest, check: check, expiry: expiry))
    }
  }

  /// The emptier of two sets; of two full ones that whose oldest token ends first.
  private static func roomier(of first: Int, _ second: Int, in sets: [[Entry]]) -> Int {
    let (one, other) = (sets[first], sets[second])
    guard one.count >= ways, other.count >= ways, let oldest = one.first, let otherOldest = other.first
    else { return other.count < one.count ? second : first }
    return otherOldest.expiry < oldest.expiry ? second : first
  }

  /// The two sets that a token may stand in, by parts of its digest that have nothing to do with each other.
  private func indices(of digest: SHA256Digest) -> (Int, Int) {
    let (first, second) = digest.leadingWords
    return (
      Int(truncatingIfNeeded: first % UInt64(setCount)), Int(truncatingIfNeeded: second % UInt64(setCount))
    )
  }
}
