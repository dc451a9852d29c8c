import BramleyCrypto
import Synchronization

/// Counts attempts and refuses those that are too many (R43).
///
/// An attempt costs one short lock in most cases. Where a window has been used more, the limiter leases a
/// part of what is left from the store, under a keyed hash that tells nothing of whom it is for.
package final class Limiter: Sendable {
  /// An attempt: what it is, and whose.
  package struct Attempt: Sendable, Hashable {
    /// What is attempted.
    package var kind: LimitKind
    /// Whose count it is: a network, an account, a number; never stored as it is.
    package var subject: String

    package init(_ kind: LimitKind, _ subject: String) {
      self.kind = kind
      self.subject = subject
    }
  }

  /// An attempt that waits for a lease.
  private struct Waiting {
    var table: LimitTable
    var key: UInt64
    var end: Int64
    var owed: Int
    var want: Int
    var subject: String
  }

  private let tables: Mutex<[LimitKind: LimitTable]>
  private let capacity: Int
  private let leasing: @Sendable ([Lease], Timestamp) async throws(StoreError) -> [Int]
  private let hash: HMACKey
  private let time: any TimeSource
  private let log: @Sendable (String) -> Void
  private let lastReached = LastNote()
  private let lastTrouble = LastNote()
  private let refusedAttempts = Mutex<[LimitKind: Int]>([:])

  /// When a line was last written.
  private final class LastNote: Sendable {
    let milliseconds = Atomic<Int64>(0)
  }

  /// A limiter.
  ///
  /// - Parameters:
  ///   - capacity: How many subjects of each kind are counted one by one.
  ///   - leasing: Takes leases from the store.
  ///   - hash: The key under which subjects are hashed for the store.
  ///   - log: Takes a line when a limit is reached, at most one a minute; it names the kind alone.
  init(
    _ limits: RateLimits, capacity: Int = 16_384, hash: HMACKey, time: any TimeSource,
    log: @escaping @Sendable (String) -> Void,
    leasing: @escaping @Sendable ([Lease], Timestamp) async throws(StoreError) -> [Int]
  ) {
    self.capacity = capacity
    self.hash = hash
    self.time = time
    self.log = log
    self.leasing = leasing
    tables = Mutex([:])
    use(limits)
  }

  /// Goes on with other limits; the counts of kinds whose limit stays are kept.
  package func use(_ limits: RateLimits) {
    tables.withLock { tables in
      for kind in LimitKind.allCases {
        guard let limit = limits[kind] else {
          tables[kind] = nil
          continue
        }
        if tables[kind]?.limit != limit { tables[kind] = LimitTable(kind, limit, capacity: capacity) }
      }
    }
  }

  /// Makes attempts: all of them or, where one is too many, none.
  ///
  /// Throws `TOO_MANY_ATTEMPTS_TRY_LATER` with the time to wait; `UNAVAILABLE` where the store cannot be
  /// asked and the kind is closed then.
  package func spend(_ attempts: [Attempt]) async throws(AccountsError) {
    var done: [Attempt] = []
    var waiting: [Waiting] = []
    let now = time.now()
    for attempt in attempts {
      guard let table = table(attempt.kind) else { continue }
      let (key, end) = (LimitTable.key(of: attempt.subject), table.end(at: now))
      switch table.spend(key, end: end) {
      case .granted: done.append(attempt)
      case .refused:
        giveBack(done)
        for waiting in waiting { giveBackOwed(waiting) }
        throw refusal(attempt.kind, end, now)
      case .lease(let want, let owed):
        waiting.append(
          Waiting(table: table, key: key, end: end, owed: owed, want: want, subject: attempt.subject))
      }
    }
    guard !waiting.isEmpty else { return }
    try await lease(waiting, done, at: now)
  }

  /// Takes attempts back that shall not count: the password was right.
  package func giveBack(_ attempts: [Attempt]) {
    let now = time.now()
    for attempt in attempts {
      guard let table = table(attempt.kind) else { continue }
      table.giveBack(LimitTable.key(of: attempt.subject), end: table.end(at: now))
    }
  }

  /// How many attempts of each kind were refused since the process started, for metrics; every kind stands
  /// there, in the order of their names.
  package var refusals: [(kind: LimitKind, count: Int)] {
    let counts = refusedAttempts.withLock { $0 }
    return LimitKind.allCases.sorted { $0.rawValue < $1.rawValue }.map { ($0, counts[$0] ?? 0) }
  }

  private func table(_ kind: LimitKind) -> LimitTable? { tables.withLock { $0[kind] } }

  private func lease(_ waiting: [Waiting], _ done: [Attempt], at now: Timestamp) async throws(AccountsError) {
    let leases = waiting.map { Lease(key: storeKey(of: $0), want: $0.want, ceiling: $0.table.limit.ceiling) }
    var granted: [Int]?
    do throws(StoreError) {
      granted = try await leasing(leases, now)
    } catch {
      note(lastTrouble, now, "the store could not be asked: \(error.code.rawValue)")
    }
    var passed: [Waiting] = []
    var failed: Waiting?
    for (index, waiting) in waiting.enumerated() {
      let table = waiting.table
      let mayGoOn =
        if let granted, index < granted.count {
          table.settle(
            waiting.key, end: waiting.end, granted: granted[index], owed: waiting.owed, want: waiting.want)
        } else {
          table.goOn(waiting.key, end: waiting.end, owed: waiting.owed)
        }
      if mayGoOn { passed.append(waiting) } else { failed = failed ?? waiting }
    }
    guard let failed else { return }
    giveBack(done)
    for waiting in passed { waiting.table.giveBack(waiting.key, end: waiting.end) }
    if granted == nil, !failed.table.kind.opensWithoutStore {
      throw AccountsError(
        .unavailable, "The service cannot answer now. Please try again.", retryAfter: .seconds(1),
        reason: "limit \(failed.table.kind.rawValue) needs the store")
    }
    throw refusal(failed.table.kind, failed.end, now)
  }

  /// An attempt that would have asked the store is given up before: what is owed is owed again.
  private func giveBackOwed(_ waiting: Waiting) {
    guard waiting.owed > 0 else { return }
    waiting.table.owe(waiting.key, end: waiting.end, waiting.owed)
  }

  private func storeKey(of waiting: Waiting) -> OneTimeKey {
    let message = [waiting.table.kind.rawValue, String(waiting.end), waiting.subject].joined(separator: "\0")
    return OneTimeKey(
      expiry: Timestamp(milliseconds: waiting.end), digest: hash.authenticationCode(for: Array(message.utf8)))
  }

  private func refusal(_ kind: LimitKind, _ end: Int64, _ now: Timestamp) -> AccountsError {
    refusedAttempts.withLock { $0[kind, default: 0] += 1 }
    note(lastReached, now, "\(kind.rawValue) is reached by somebody")
    let wait = Timestamp(milliseconds: end) - now
    return AccountsError(
      .tooManyAttempts, "Too many attempts. Please try again later.",
      // Rounded up, so that who comes at that second is not refused again.
      retryAfter: .seconds(max(1, (wait.wholeMilliseconds + 999) / 1000)))
  }

  /// One line a minute: a flood must not fill the log.
  private func note(_ last: LastNote, _ now: Timestamp, _ text: String) {
    let then = last.milliseconds.load(ordering: .relaxed)
    guard abs(now.milliseconds - then) >= 60_000,
      last.milliseconds.compareExchange(expected: then, desired: now.milliseconds, ordering: .relaxed)
        .exchanged
    else { return }
    log("rate limits: \(text)")
  }
}
