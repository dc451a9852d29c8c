public import AppleIdentity
public import BramleyHTTP
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Apple's public keys: the last good set, kept across restarts, and fetched by one request at a time.
///
/// A set at hand is given without waiting, also while Apple is down. Who finds none waits a few seconds at
/// most. Made-up key ids cost one fetch a minute. A lock instead of an actor guards the state, since every
/// sign-in passes here and must not change threads for it.
public final class AppleKeySetCache: Sendable {
  private typealias Answer = Result<AppleKeySet, AppleServiceError>

  private struct Waiter {
    let keyID: String?
    let continuation: CheckedContinuation<Answer, Never>
  }

  private struct State {
    var schedule: KeySetSchedule
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
    var hasLoaded = false
  }

  private let url: String
  private let http: any HTTPSending
  private let storage: (any AppleKeySetStorage)?
  private let clock: any AppleClientClock
  private let policy: Policy
  private let report: @Sendable (Event) -> Void
  private let state: Mutex<State>

  /// A cache that asks the keys endpoint of Apple, or of an emulator.
  ///
  /// - Parameters:
  ///   - endpoints: Apple, or an emulator.
  ///   - http: What sends the requests.
  ///   - storage: Where the last good set outlives the process; nil for nowhere.
  ///   - clock: Tells the time and waits.
  ///   - policy: How long a set is fresh, and how often and how long Apple is asked.
  ///   - report: Hears of every fetch; called from any thread, must not wait.
  public init(
    endpoints: AppleEndpoints = .apple, http: any HTTPSending, storage: (any AppleKeySetStorage)? = nil,
    clock: any AppleClientClock = AppleSystemClock(), policy: Policy = Policy(),
    report: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    url = endpoints.keys
    self.http = http
    self.storage = storage
    self.clock = clock
    self.policy = policy
    self.report = report
    state = Mutex(State(schedule: KeySetSchedule(policy: policy)))
  }

  /// Gives the set: at once when one is at hand, else after a bounded wait.
  ///
  /// - Throws: ``AppleServiceError`` with `fault` `.apple` when there is none and none came in time.
  public func keySet() async throws(AppleServiceError) -> AppleKeySet { try await ask(nil) }

  /// Gives the set to a caller whose own did not have a token's key id.
  ///
  /// The answer may lack it still: then the id is made up, or Apple was asked less than a minute ago.
  ///
  /// - Throws: ``AppleServiceError`` with `fault` `.apple` when Apple could not be asked: whether the key
  ///   exists is then unknown, and the token must not be blamed.
  public func keySet(refreshedFor unknownKeyID: String) async throws(AppleServiceError) -> AppleKeySet {
    try await ask(unknownKeyID)
  }

  /// When the set at hand was fetched, for checks and metrics; nil while there is none.
  public var fetchedAt: Date? { state.withLock { $0.schedule.kept?.fetchedAt } }

  private func ask(_ keyID: String?) async throws(AppleServiceError) -> AppleKeySet {
    let now = clock.now()
    let (step, fetch) = state.withLock { state -> (KeySetSchedule.Step, Int?) in
      let (step, startsFetch) =
        if let keyID { state.schedule.ask(for: keyID, at: now) } else { state.schedule.ask(at: now) }
      return (step, startsFetch ? state.schedule.fetchNumber : nil)
    }
    if let fetch { start(fetch) }
    switch step {
    case .serve(let set): return set
    case .trouble(let error): throw error
    case .wait: return try await wait(for: keyID).get()
    }
  }

  private func wait(for keyID: String?) async -> Answer {
    let number = state.withLock { state in
      state.nextWaiter &+= 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Answer? in
          if Task.isCancelled { return .failure(Self.cancelled) }
          // The fetch may have ended between the decision and this line.
          guard state.schedule.isFetching else { return Self.answer(of: state.schedule) }
          if state.schedule.isOverdue { return .failure(KeySetSchedule.overdue(policy)) }
          guard state.waiters.count < policy.waiterLimit else { return .failure(Self.crowded) }
          state.waiters[number] = Waiter(keyID: keyID, continuation: continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.continuation.resume(returning: .failure(Self.cancelled))
    }
  }

  /// What a fetch that has ended came to.
  private static func answer(of schedule: KeySetSchedule) -> Answer {
    if let failure = schedule.failure { return .failure(failure.error) }
    if let kept = schedule.kept { return .success(kept.set) }
    return .failure(cancelled)
  }
}

extension AppleKeySetCache {
  /// Starts the one fetch and the clock that sends its callers away; neither belongs to a caller's task.
  private func start(_ number: Int) {
    let timer = Task { [self] in
      guard (try? await clock.sleep(for: policy.greatestWait)) != nil else { return }
      let waiters = state.withLock { state in
        state.schedule.markOverdue(number) ? Self.takeWaiters(&state) { _ in true } : []
      }
      for waiter in waiters {
        waiter.continuation.resume(returning: .failure(KeySetSchedule.overdue(policy)))
      }
    }
    Task { [self] in
      if await loadOnce() {
        timer.cancel()
      } else {
        let outcome = await fetch()
        timer.cancel()
        await finish(outcome)
      }
    }
  }

  /// Takes the set out of the storage on the first fetch; true when that is all there is to do.
  private func loadOnce() async -> Bool {
    let isFirst = state.withLock { state in
      defer { state.hasLoaded = true }
      return !state.hasLoaded
    }
    guard isFirst, let storage else { return false }
    let kept: KeySetSchedule.Kept
    do {
      guard let bytes = try await storage.load() else { return false }
      kept = try KeySetRecord.read(bytes, source: url, limit: policy.answerLimit).get()
    } catch let refusal as KeySetRecord.Refusal {
      report(.storageFailed(refusal.reason))
      return false
    } catch {
      report(.storageFailed("The kept key set could not be loaded; it is fetched anew."))
      return false
    }
    let now = clock.now()
    let (waiters, isDone) = state.withLock { state in
      state.schedule.keep(kept)
      guard state.schedule.isBelieved(at: now) else { return ([Waiter](), false) }
      let served = Self.takeWaiters(&state) { $0.keyID.map { kept.set.contains(KeyID($0)) } ?? true }
      let isDone = state.waiters.isEmpty && state.schedule.isFresh(at: now)
      if isDone { state.schedule.end() }
      return (served, isDone)
    }
    for waiter in waiters { waiter.continuation.resume(returning: .success(kept.set)) }
    return isDone
  }

  private func fetch() async -> Result<(kept: KeySetSchedule.Kept, answer: [UInt8]), AppleServiceError> {
    var request = OutgoingRequest.get(url, headers: AppleCaller.headers)
    request.timeout = policy.fetchTimeout
    do throws(AppleServiceError) {
      let answer = try await AppleCaller(http: http).send(request, to: .keys, repeating: .always)
      guard answer.status == 200, answer.body.count <= policy.answerLimit else {
        throw AppleServiceError(
          .malformed, fault: .apple,
          message: "Apple's keys endpoint answered \(answer.status) with \(answer.body.count) bytes.")
      }
      let set: AppleKeySet
      do throws(AppleKeySetError) {
        set = try AppleKeySet(json: answer.body)
      } catch {
        throw AppleServiceError(
          .malformed, fault: .apple, message: "Apple's keys cannot be used: \(error.message)")
      }
      let now = clock.now()
      let lifetime = CacheControl.lifetime(in: answer.headers) ?? policy.refreshInterval
      let life = min(max(lifetime, policy.leastRefreshInterval), policy.refreshInterval)
      let kept = KeySetSchedule.Kept(
        set: set, fetchedAt: now, refreshAt: now.addingTimeInterval(life.seconds))
      return .success((kept, answer.body))
    } catch {
      return .failure(error)
    }
  }

  private func finish(
    _ outcome: Result<(kept: KeySetSchedule.Kept, answer: [UInt8]), AppleServiceError>
  ) async {
    let now = clock.now()
    let waiters = state.withLock { state in
      let waiters = Self.takeWaiters(&state) { _ in true }
      switch outcome {
      case .success(let fetched): state.schedule.finish(with: fetched.kept)
      case .failure(let error): state.schedule.finish(with: error, at: now)
      }
      return waiters
    }
    for waiter in waiters { waiter.continuation.resume(returning: outcome.map(\.kept.set)) }
    switch outcome {
    case .failure(let error): report(.fetchFailed(error))
    case .success(let fetched):
      report(.fetched(keyIDs: fetched.kept.set.keyIDs))
      guard let storage else { return }
      do {
        guard let record = KeySetRecord.write(fetched.kept, answer: fetched.answer, source: url) else {
          return
        }
        try await storage.save(record)
      } catch {
        report(.storageFailed("The key set could not be saved; after a restart it is fetched anew."))
      }
    }
  }

  private static func takeWaiters(_ state: inout State, where isTaken: (Waiter) -> Bool) -> [Waiter] {
    let taken = state.waiters.filter { isTaken($0.value) }
    for number in taken.keys { state.waiters.removeValue(forKey: number) }
    return Array(taken.values)
  }

  private static let cancelled = AppleServiceError(
    .unreachable, fault: .apple, message: "The wait for Apple's keys was given up.")
  private static let crowded = AppleServiceError(
    .unreachable, fault: .apple, message: "Too many wait for Apple's keys already.", retryAfter: .seconds(5))
}
