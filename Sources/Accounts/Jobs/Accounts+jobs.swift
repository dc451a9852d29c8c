import AppleIDClient
import AppleIdentity
import BramleyCrypto

extension Accounts {
  /// Starts one job that was just written; if this process dies meanwhile, its lease brings it back.
  func start(_ job: Job.ID) {
    startWork { [self] in
      do throws(AccountsError) {
        let now = time.now()
        let claimed = try await stored { (store) throws(StoreError) in
          try await store.claimJob(job, at: now, lease: JobSchedule.lease)
        }
        if let claimed { try await run(claimed) }
      } catch {
        log("A job could not be started: \(error.description)")
      }
    }
  }

  /// Starts what is due.
  func startJobs() {
    startWork { [self] in
      do throws(AccountsError) {
        _ = try await runJobs()
      } catch {
        log("The jobs could not be run: \(error.description)")
      }
    }
  }

  /// Runs the jobs that are due, some at a time; answers when the next one is.
  @discardableResult
  package func runJobs() async throws(AccountsError) -> Timestamp? {
    while true {
      let now = time.now()
      let jobs = try await stored { (store) throws(StoreError) in
        try await store.claimJobs(at: now, lease: JobSchedule.lease, limit: 16)
      }
      if jobs.isEmpty { break }
      try await run(jobs)
    }
    return try await stored { (store) throws(StoreError) in try await store.nextJob() }
  }

  /// Makes the checks of Apple's refresh tokens that are due today (R37); answers how many.
  @discardableResult
  package func scheduleChecks(limit: Int = 100) async throws(AccountsError) -> Int {
    let now = time.now()
    return try await stored { (store) throws(StoreError) in
      try await store.scheduleChecks(at: now, every: .seconds(86_400), limit: limit)
    }
  }

  /// Runs claimed jobs side by side: one after the other, a slow server would outlast the leases of the rest.
  private func run(_ jobs: [Job]) async throws(AccountsError) {
    let failure = await withTaskGroup(of: AccountsError?.self) { group in
      for job in jobs {
        group.addTask {
          do throws(AccountsError) {
            try await self.run(job)
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(AccountsError?.none) { $0 ?? $1 }
    }
    if let failure { throw failure }
  }

  func run(_ job: Job) async throws(AccountsError) {
    let outcome =
      switch job.draft.kind {
      case .exchange: await exchange(job)
      case .revoke: await revoke(job)
      case .check: await checkGrant(job)
      case .exchangeAndRevoke: await exchangeAndRevoke(job)
      case .sendMail, .sendText: await deliver(job)
      }
    jobTally.note(job.draft.kind, outcome)
    let now = time.now()
    try await stored { (store) throws(StoreError) in try await store.finish(job, outcome, at: now) }
  }

  // MARK: The kinds

  private func exchange(_ job: Job) async -> JobOutcome {
    guard let pending = pendingExchange(of: job) else { return .grantMissing(reason: "seal") }
    switch await exchanged(pending, job) {
    case .failure(let outcome): return outcome
    case .success(let answer):
      let verified = await verified(answer.identityToken, clientID: pending.clientID)
      guard verified?.claims.subject.rawValue == job.draft.subject else { return .grantDropped }
      guard let token = answer.refreshToken, let sealed = seal(token, job) else {
        return .grantMissing(reason: "no refresh token")
      }
      return .grantKept(sealedToken: sealed)
    }
  }

  private func exchangeAndRevoke(_ job: Job) async -> JobOutcome {
    guard let pending = pendingExchange(of: job) else { return .abandoned(failure: "seal") }
    switch await exchanged(pending, job) {
    case .failure(.grantMissing(let reason)): return .abandoned(failure: reason)
    case .failure(let outcome): return outcome
    case .success(let answer):
      guard let token = answer.refreshToken, let sealed = seal(token, job) else { return .revoked }
      var draft = job.draft
      draft.kind = .revoke
      draft.sealed = sealed
      draft.dueAt = time.now()
      return .replaced(draft)
    }
  }

  private enum Exchanged {
    case success(AppleTokenAnswer)
    case failure(JobOutcome)
  }

  private func exchanged(_ pending: PendingExchange, _ job: Job) async -> Exchanged {
    do throws(AppleServiceError) {
      return .success(
        try await apple.exchange(
          AppleCodeExchange(
            code: Secret(utf8: pending.code), clientID: pending.clientID,
            redirectURI: pending.redirectURI, codeVerifier: pending.codeVerifier.map { Secret(utf8: $0) })))
    } catch {
      let now = time.now()
      let isLate = now - job.createdAt >= JobSchedule.codeLifetime
      guard error.isRetryable, !isLate else {
        log("A code was not exchanged: \(error.description)")
        return .failure(.grantMissing(reason: error.code.rawValue))
      }
      let wait = JobSchedule.wait(afterAttempt: job.attempts, retryAfter: error.retryAfter)
      return .failure(.retry(at: now + wait, failure: error.code.rawValue))
    }
  }

  private func revoke(_ job: Job) async -> JobOutcome {
    if await isSuperseded(job) { return .superseded }
    guard let token = openToken(of: job) else { return .abandoned(failure: "seal") }
    do throws(AppleServiceError) {
      try await apple.revoke(token, kind: .refreshToken, clientID: job.draft.clientID)
      return .revoked
    } catch {
      // What Apple does not know any more is revoked already.
      if error.code == .invalidGrant { return .revoked }
      log("A grant was not revoked: \(error.description)")
      // Never given up while an operator can still repair the configuration: deletion forgets nothing.
      let wait = JobSchedule.wait(afterAttempt: job.attempts, retryAfter: error.retryAfter)
      return .retry(at: time.now() + wait, failure: error.code.rawValue)
    }
  }

  /// Whether the person has authorized anew since: revoking would end the new grant (R36).
  private func isSuperseded(_ job: Job) async -> Bool {
    do throws(StoreError) {
      let owner = try await owner(ofAppleSubject: job.draft.subject)
      return owner?.appleAuthorizedAt.map { $0 > job.draft.authorizedAt && $0 >= job.createdAt } ?? false
    } catch {
      // In doubt the job is tried again by its lease.
      log("A revocation could not be judged: \(error.description)")
      return false
    }
  }

  private func checkGrant(_ job: Job) async -> JobOutcome {
    guard let token = openToken(of: job) else { return .abandoned(failure: "seal") }
    do throws(AppleServiceError) {
      try await apple.validate(refreshToken: token, clientID: job.draft.clientID)
      return .confirmed
    } catch {
      switch error.code {
      case .invalidGrant: return .withdrawn
      case .invalidRequest where error.fault == .credential:
        // Apple has answered so to people who withdrew consent; asking on would end nowhere. The person signs
        // in anew, and nothing is deleted.
        return .withdrawn
      default:
        // A 5xx changes nothing (FR-50); tomorrow's check asks again.
        return job.attempts < 5 && error.isRetryable
          ? .retry(
            at: time.now() + JobSchedule.wait(afterAttempt: job.attempts + 4, retryAfter: error.retryAfter),
            failure: error.code.rawValue) : .abandoned(failure: error.code.rawValue)
      }
    }
  }

  // MARK: Seals

  private func pendingExchange(of job: Job) -> PendingExchange? {
    vault.open(
      job.draft.sealed, for: .exchange(subject: job.draft.subject, clientID: job.draft.clientID)
    ).flatMap { SealedJSON.decode(PendingExchange.self, from: $0) }
  }

  private func openToken(of job: Job) -> Secret? {
    vault.open(
      job.draft.sealed, for: .appleToken(subject: job.draft.subject, clientID: job.draft.clientID)
    ).map { Secret(bytes: $0) }
  }

  private func seal(_ token: Secret, _ job: Job) -> [UInt8]? {
    try? vault.seal(
      token.reveal(), for: .appleToken(subject: job.draft.subject, clientID: job.draft.clientID))
  }

  /// The token that Apple's endpoint gave for a code; nil when it does not verify, or is for another client.
  func verified(_ identityToken: String, clientID: String) async -> VerifiedIdentityToken? {
    do throws(AccountsError) {
      let verified = try await verify(identityToken, nonce: .notRequired, code: nil, at: time.now())
      return verified.claims.audience.rawValue == clientID ? verified : nil
    } catch {
      return nil
    }
  }
}
