#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keys in the order in which they were handed out, with the time after which each may go.
struct ExpiryQueue: Sendable {
  private var entries: [(key: String, goodUntil: Date)] = []
  private var head = 0

  /// How many keys wait.
  var count: Int { entries.count - head }

  /// Adds the newest key.
  mutating func append(_ key: String, goodUntil: Date) {
    entries.append((key, goodUntil))
  }

  /// Moves older keys, the oldest first, before those that wait.
  mutating func putBefore(_ older: inout [(key: String, goodUntil: Date)]) {
    swap(&entries, &older)
    entries += older[head...]
    head = 0
    older = []
  }

  /// Takes the oldest key when its time has passed or when more than `bound` keys wait.
  mutating func takeExpired(now: Date, bound: Int) -> String? {
    guard head < entries.count else { return nil }
    let oldest = entries[head]
    guard oldest.goodUntil <= now || count > bound else { return nil }
    head += 1
    if head > 1024, head * 2 > entries.count {
      entries.removeFirst(head)
      head = 0
    }
    return oldest.key
  }
}
