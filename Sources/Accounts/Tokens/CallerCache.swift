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
  private let sets: Mutex<[[Entry]]>

  init(capacity: Int = 65_536) {
    setCount = max(1, capacity / Self.ways)
    sets = Mutex(Array(repeating: [], count: setCount))
  }

  func check(of digest: SHA256Digest, at now: Timestamp) -> CallerCheck? {
    let index = index(of: digest)
    return sets.withLock { sets in
      guard let entry = sets[index].first(where: { $0.digest == digest }), now.seconds < entry.expiry else {
        return nil
      }
      return entry.check
    }
  }

  func remember(_ check: CallerCheck, as digest: SHA256Digest, until expiry: Int64) {
    let index = index(of: digest)
    sets.withLock { sets in
      sets[index].removeAll { $0.digest == digest }
      if sets[index].count >= Self.ways { sets[index].removeFirst() }
      sets[index].append(Entry(digest: digest, check: check, expiry: expiry))
    }
  }

  private func index(of digest: SHA256Digest) -> Int {
    let word = digest.bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return word % setCount
  }
}
