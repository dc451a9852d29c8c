import AppleIdentity

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decides who is served, who waits, and when Apple is asked; does none of it itself.
struct KeySetSchedule {
  /// A set and its times.
  struct Kept: Sendable {
    let set: AppleKeySet
    let fetchedAt: Date
    let refreshAt: Date
  }

  /// What a caller meets.
  enum Step {
    /// This set, at once.
    case serve(AppleKeySet)
    /// Wait for the fetch under way.
    case wait
    /// Nothing can be done now.
    case trouble(AppleServiceError)
  }

  /// Whether a fetch must be started, beside what the caller meets.
  typealias Decision = (step: Step, startsFetch: Bool)

  let policy: AppleKeySetCache.Policy
  private(set) var kept: Kept?
  /// Whether a fetch is under way.
  private(set) var isFetching = false
  /// Whether the fetch under way has taken longer than anybody waits.
  private(set) var isOverdue = false
  private(set) var failure: (error: AppleServiceError, at: Date)?
  /// Counts fetches, so that a late clock does not strike at the next one.
  private(set) var fetchNumber = 0
  private var startedAt: Date?
  /// Key ids that the fetch under way should bring; a flood is remembered in part only.
  private var wanted: Set<String> = []
  /// When the last fetch began that brought no key that anybody had waited for.
  private var vainFetchAt: Date?

  init(policy: AppleKeySetCache.Policy) { self.policy = policy }

  /// A caller wants the set, whatever keys are in it.
  mutating func ask(at now: Date) -> Decision {
    guard let kept = believedSet(at: now) else { return askCold(at: now) }
    let isDue = !isWithin(policy.refreshInterval, of: kept.fetchedAt, now) || now >= kept.refreshAt
    guard isDue, !isFetching, !hasFailed(within: policy.leastInterval, now) else {
      return (.serve(kept.set), false)
    }
    return (.serve(kept.set), start(at: now))
  }

  /// A caller met a key id that its set did not have.
  mutating func ask(for keyID: String, at now: Date) -> Decision {
    guard let kept = believedSet(at: now) else {
      let decision = askCold(at: now)
      if isFetching { want(keyID) }
      return decision
    }
    // Another caller may have brought it in the meantime.
    if kept.set.contains(KeyID(keyID)) { return (.serve(kept.set), false) }
    if isFetching {
      want(keyID)
      return joinFetch()
    }
    if let failure, isWithin(policy.leastInterval, of: failure.at, now) {
      return (.trouble(refusal(after: policy.leastInterval, failure, now)), false)
    }
    // Made-up key ids cost one fetch a minute, whatever their number (FR-46).
    if let vainFetchAt, isWithin(policy.leastInterval, of: vainFetchAt, now) {
      return (.serve(kept.set), false)
    }
    let starts = start(at: now)
    want(keyID)
    return (.wait, starts)
  }

  /// A set came out of the storage, or from Apple.
  mutating func keep(_ kept: Kept) { self.kept = kept }

  /// The fetch brought a set.
  mutating func finish(with kept: Kept) {
    self.kept = kept
    failure = nil
    // A fetch that brought one of them was worth it: nobody can forge that, so it stops no later one.
    if !wanted.isEmpty, !wanted.contains(where: { kept.set.contains(KeyID($0)) }) { vainFetchAt = startedAt }
    end()
  }

  /// The fetch failed.
  mutating func finish(with error: AppleServiceError, at now: Date) {
    failure = (error, now)
    end()
  }

  /// No fetch was needed after all.
  mutating func end() {
    isFetching = false
    isOverdue = false
    startedAt = nil
    wanted = []
  }

  /// The longest wait for a fetch is over; tells whether it was still under way.
  mutating func markOverdue(_ number: Int) -> Bool {
    guard isFetching, number == fetchNumber else { return false }
    isOverdue = true
    return true
  }

  /// Whether there is a set that is still believed.
  func isBelieved(at now: Date) -> Bool { believedSet(at: now) != nil }

  /// Whether the set at hand needs no fetch.
  func isFresh(at now: Date) -> Bool {
    guard let kept = believedSet(at: now) else { return false }
    return now < kept.refreshAt && now >= kept.fetchedAt
  }

  private mutating func askCold(at now: Date) -> Decision {
    if isFetching { return joinFetch() }
    if let failure, isWithin(policy.coldRetryInterval, of: failure.at, now) {
      return (.trouble(refusal(after: policy.coldRetryInterval, failure, now)), false)
    }
    return (.wait, start(at: now))
  }

  private func joinFetch() -> Decision {
    isOverdue ? (.trouble(Self.overdue(policy)), false) : (.wait, false)
  }

  private mutating func start(at now: Date) -> Bool {
    isFetching = true
    isOverdue = false
    startedAt = now
    fetchNumber &+= 1
    return true
  }

  private mutating func want(_ keyID: String) {
    if wanted.count < 256 { wanted.insert(keyID) }
  }

  private func believedSet(at now: Date) -> Kept? {
    guard let kept, isWithin(policy.greatestAge, of: kept.fetchedAt, now) || now < kept.fetchedAt else {
      return nil
    }
    return kept
  }

  private func hasFailed(within interval: Duration, _ now: Date) -> Bool {
    failure.map { isWithin(interval, of: $0.at, now) } ?? false
  }

  /// An instant in the future comes from a clock that was set back: it counts as long ago.
  private func isWithin(_ interval: Duration, of instant: Date, _ now: Date) -> Bool {
    let age = now.timeIntervalSince(instant)
    return age >= 0 && age < interval.seconds
  }

  private func refusal(
    after interval: Duration, _ failure: (error: AppleServiceError, at: Date), _ now: Date
  ) -> AppleServiceError {
    let rest = interval.seconds - now.timeIntervalSince(failure.at)
    return AppleServiceError(
      failure.error.code, fault: .apple, message: failure.error.message,
      retryAfter: .seconds(Int64(max(1, rest.rounded(.up)))))
  }

  static func overdue(_ policy: AppleKeySetCache.Policy) -> AppleServiceError {
    AppleServiceError(
      .unreachable, fault: .apple,
      message: "Apple's keys did not come within \(Int(policy.greatestWait.seconds)) s.",
      retryAfter: policy.coldRetryInterval)
  }
}
