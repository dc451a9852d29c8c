import BramleyCrypto
import Synchronization

/// Remembers ID tokens whose signature was checked, so that a busy session is not checked each time (R15).
///
/// Bounded: sets of four places each, the oldest of a set makes room. Account and session are read from the
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
    let index = index(of: digest)
    return state.withLock { state in
      if state.generation != generation {
        state = State(sets: Array(repeating: [], count: setCount), generation: generation)
      }
      guard let entry = state.sets[index].first(where: { $0.digest == digest }), now.seconds < entry.expiry
      else {
        return nil
      }
      return entry.check
    }
  }

  /// Remembers a token.
  ///
  /// - Parameter generation: The signer's before the token was verified or made.
  func remember(_ check: CallerCheck, as digest: SHA256Digest, until expiry: Int64, generation: Int) {
    let index = index(of: digest)
    state.withLock { state in
      // A key went while the token was looked at: the next one looks again.
      guard state.generation == generation else { return }
      state.sets[index].removeAll { $0.digest == digest }
      if state.sets[index].count >= Self.ways { state.sets[index].removeFirst() }
      state.sets[index].append(Entry(digest: digest, check: check, expiry: expiry))
    }
  }

  private func index(of digest: SHA256Digest) -> Int {
    let word = digest.bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return word % setCount
  }
}
