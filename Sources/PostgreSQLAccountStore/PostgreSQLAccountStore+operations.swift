package import Accounts

/// The operations that do more here than over the rows of any store: they read ahead, lock an owner first, say
/// how a commit in doubt is told, or are one statement.
extension PostgreSQLAccountStore {
  package func signIn(_ attempt: SignInAttempt) async throws(StoreError) -> SignInResult {
    try await write(evidence: Self.evidence(ofSession: attempt.session.id)) { (rows) throws(StoreError) in
      try rows.readAhead(attempt)
      return try rows.signIn(attempt)
    }
  }

  package func create(_ creation: AccountCreation) async throws(StoreError) -> CreationResult {
    try await write(evidence: Self.evidence(ofAccount: creation.account.id)) { (rows) throws(StoreError) in
      try rows.create(creation)
    }
  }

  package func state(of session: Session.ID) async throws(StoreError) -> SessionState? {
    try await read { (rows) throws(StoreError) in
      try rows.readState(of: session, locks: false, ends: true)
      return try rows.state(of: session)
    }
  }

  package func rotate(_ rotation: Rotation) async throws(StoreError) -> RotationResult {
    try await write(.writingSessions, evidence: Self.evidence(of: rotation)) { (rows) throws(StoreError) in
      try rows.readAhead(rotation)
      return try rows.rotate(rotation)
    }
  }

  package func noteUse(of session: Session.ID, generation: Int64, at now: Timestamp) async throws(StoreError)
  {
    try await write { (rows) throws(StoreError) in
      try rows.noteUseAtOnce(of: session, generation: generation, at: now)
    }
  }

  package func keep(_ payload: [UInt8], purpose: OneTimePurpose, key: OneTimeKey) async throws(StoreError)
    -> Bool
  {
    try await write { (rows) throws(StoreError) in try rows.keepAtOnce(payload, purpose: purpose, key: key) }
  }

  package func take(purpose: OneTimePurpose, key: OneTimeKey, now: Timestamp) async throws(StoreError)
    -> [UInt8]?
  {
    try await write { (rows) throws(StoreError) in try rows.takeAtOnce(purpose: purpose, key: key, now: now) }
  }

  package func enqueue(_ job: JobDraft, at now: Timestamp) async throws(StoreError) -> Job.ID {
    try await write { (rows) throws(StoreError) in
      if let grant = job.grant { try rows.lockOwner(of: grant) }
      return try rows.enqueue(job, at: now)
    }
  }

  /// Looks before it claims: every transaction that writes takes a number of the server's, of which there is
  /// an end, and each process asks every second.
  package func claimJobs(at now: Timestamp, lease: Duration, limit: Int) async throws(StoreError) -> [Job] {
    let isDue = try await read { (rows) throws(StoreError) in try rows.nextJob().map { $0 <= now } ?? false }
    guard isDue else { return [] }
    return try await write { (rows) throws(StoreError) in
      try rows.claimJobs(at: now, lease: lease, limit: limit)
    }
  }

  package func finish(_ job: Job, _ outcome: JobOutcome, at now: Timestamp) async throws(StoreError) {
    try await write { (rows) throws(StoreError) in
      try rows.lockOwner(of: job.id)
      try rows.finish(job, outcome, at: now)
    }
  }
}
