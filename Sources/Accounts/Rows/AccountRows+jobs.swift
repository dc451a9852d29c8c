/// Jobs: claiming them and writing what they came to.
extension AccountRows {
  /// Writes a job. A grant that is to be revoked counts as revoked from here on: Apple's notification of it
  /// may arrive before Apple's answer, and must be known as the echo of our own wish (R35).
  package mutating func enqueue(_ draft: JobDraft, at now: Timestamp) throws(StoreError) -> Job.ID {
    if draft.kind == .revoke, let id = draft.grant, var row = try grant(id) {
      if let job = row.job { try removeJob(job) }
      row.grant.revoke(at: now)
      row.job = nil
      try update(row)
    }
    return try insert(draft, at: now)
  }

  package mutating func post(_ draft: JobDraft, with code: OneTimeRow?, at now: Timestamp)
    throws(StoreError) -> Job.ID?
  {
    if let code, try !keep(code) { return nil }
    return try insert(draft, at: now)
  }

  package mutating func claimJobs(at now: Timestamp, lease: Duration, limit: Int) throws(StoreError) -> [Job]
  {
    var claimed: [Job] = []
    for job in try dueJobs(at: now, limit: limit) { claimed.append(try claim(job, at: now, lease: lease)) }
    return claimed
  }

  package mutating func claimJob(_ id: Job.ID, at now: Timestamp, lease: Duration) throws(StoreError) -> Job?
  {
    guard let job = try job(id), job.dueAt <= now else { return nil }
    return try claim(job, at: now, lease: lease)
  }

  package mutating func waitingJobs(limit: Int) throws(StoreError) -> [Job] {
    try dueJobs(at: Timestamp(milliseconds: .max), limit: limit)
  }

  package mutating func hastenJob(_ id: Job.ID, at now: Timestamp, lease: Duration) throws(StoreError) -> Bool
  {
    guard var job = try job(id), job.dueAt > now + lease else { return false }
    job.draft.dueAt = now
    try update(job)
    return true
  }

  private mutating func claim(_ job: Job, at now: Timestamp, lease: Duration) throws(StoreError) -> Job {
    var job = job
    job.attempts += 1
    job.draft.dueAt = now + lease
    try update(job)
    return job
  }

  package mutating func finish(_ claimed: Job, _ outcome: JobOutcome, at now: Timestamp) throws(StoreError) {
    // Read again: a deletion may have turned an exchange into a revocation meanwhile.
    guard var job = try job(claimed.id) else { return }
    if case .retry(let at, let failure) = outcome {
      job.draft.dueAt = at
      job.lastFailure = failure
      try update(job)
      return
    }
    if job.draft.kind != claimed.draft.kind {
      try finishTurned(job, outcome, at: now)
      return
    }
    try removeJob(job.id)
    if job.draft.kind.isMessage { return try noteDelivery(of: job, outcome, at: now) }
    // As old as the wish: who has authorized anew since would lose that by a job of now (R36).
    if case .replaced(let draft) = outcome { _ = try insert(draft, at: job.createdAt) }
    guard let id = job.draft.grant, var row = try grant(id), let account = try account(key: row.accountKey)
    else { return }
    let kind = settle(outcome, on: &row, at: now)
    if row.job == job.id { row.job = nil }
    try update(row)
    if let kind { try note(kind, outcome, on: account, at: now) }
    if case .withdrawn = outcome {
      try end(.all, of: account, as: .apple, at: now)
    }
  }

  /// The exchange came through while the account went: what it gave is revoked.
  private mutating func finishTurned(_ job: Job, _ outcome: JobOutcome, at now: Timestamp) throws(StoreError)
  {
    try removeJob(job.id)
    guard case .grantKept(let sealed) = outcome else { return }
    var draft = job.draft
    draft.kind = .revoke
    draft.sealed = sealed
    draft.dueAt = now
    _ = try insert(draft, at: job.createdAt)
  }

  /// Notes on the account what became of a message that did not arrive.
  private mutating func noteDelivery(of job: Job, _ outcome: JobOutcome, at now: Timestamp)
    throws(StoreError)
  {
    guard let id = Account.ID(job.draft.subject), let old = try account(id) else { return }
    var row = old
    switch outcome {
    case .bounced(let recipient, let failure):
      if row.account.email == recipient { row.account.noteBounce(failure, at: now) }
      try note(.messageBounced, failure, on: &row, at: now, client: ClientFacts())
    case .undelivered(let failure):
      try note(.messageGivenUp, failure, on: &row, at: now, client: ClientFacts())
    default: return
    }
    try update(row, was: old)
  }

  /// Writes an outcome on the grant; answers what the audit says of it.
  private func settle(_ outcome: JobOutcome, on row: inout GrantRow, at now: Timestamp) -> AuditEvent.Kind? {
    switch outcome {
    case .grantKept(let sealed):
      row.grant.state = .kept
      row.grant.sealedToken = sealed
      row.grant.checkedAt = now
      return .grantKept
    case .grantMissing:
      row.grant.state = .missing
      return .grantMissing
    case .grantDropped:
      row.grant.state = .missing
      row.grant.sealedToken = nil
      return .grantDropped
    case .revoked:
      row.grant.revoke(at: now)
      return .grantRevoked
    case .confirmed:
      row.grant.checkedAt = now
      return nil
    case .withdrawn:
      row.grant.revoke(at: now)
      return .appleRevoked
    case .superseded: return .revocationSuperseded
    case .abandoned, .replaced, .retry, .delivered, .bounced, .undelivered: return nil
    }
  }

  private mutating func note(
    _ kind: AuditEvent.Kind, _ outcome: JobOutcome, on old: AccountRow, at now: Timestamp
  ) throws(StoreError) {
    var row = old
    var detail: String?
    if case .grantMissing(let reason) = outcome { detail = reason }
    try note(kind, detail, on: &row, at: now, client: ClientFacts())
    try update(row, was: old)
  }

  package mutating func scheduleChecks(at now: Timestamp, every: Duration, limit: Int) throws(StoreError)
    -> Int
  {
    var count = 0
    for (grant, account) in try grants(checkedBefore: now - every, limit: limit) {
      guard let sealed = grant.grant.sealedToken, grant.job == nil else { continue }
      // Only people seen since the last check: for the others nothing hangs on it yet (R37).
      let seen = try completed(account).lastRefreshAt ?? account.account.lastLoginAt
      guard let seen, seen > (grant.grant.checkedAt ?? grant.grant.authorizedAt) else { continue }
      var row = grant
      row.job = try insert(
        JobDraft(
          kind: .check, grant: grant.grant.id, subject: grant.grant.subject, clientID: grant.grant.clientID,
          sealed: sealed, authorizedAt: grant.grant.authorizedAt,
          dueAt: now + .milliseconds((grant.grant.id.number &* 7919) % 60_000)), at: now)
      try update(row)
      count += 1
    }
    return count
  }
}
