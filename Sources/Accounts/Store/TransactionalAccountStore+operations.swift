/// The operations, each of them one transaction over the rows.
///
/// A store writes one anew only where it does more than this, such as reading ahead.
extension TransactionalAccountStore {
  package func signIn(_ attempt: SignInAttempt) async throws(StoreError) -> SignInResult {
    try await write { (rows) throws(StoreError) in try rows.signIn(attempt) }
  }

  package func create(_ creation: AccountCreation) async throws(StoreError) -> CreationResult {
    try await write { (rows) throws(StoreError) in try rows.create(creation) }
  }

  package func importAccounts(
    _ accounts: [Account], overwrites: Bool, client: ClientFacts, now: Timestamp
  ) async throws(StoreError) -> [BatchFailure] {
    try await write { (rows) throws(StoreError) in
      try rows.importAccounts(accounts, overwrites: overwrites, client: client, now: now)
    }
  }

  package func noteRefusal(_ refusal: RefusedAttempt) async throws(StoreError) -> Bool {
    try await write { (rows) throws(StoreError) in try rows.noteRefusal(refusal) }
  }

  package func change<Answer: Sendable>(
    _ target: ChangeTarget, _ rule: @escaping @Sendable (inout AccountChange) -> Verdict<Answer>
  ) async throws(StoreError) -> ChangeResult<Answer> {
    try await write { (rows) throws(StoreError) in try rows.change(target, rule) }
  }

  package func delete(_ deletion: Deletion, _ rule: @escaping @Sendable (Account, Session?) -> AccountsError?)
    async throws(StoreError) -> DeletionResult
  {
    try await write { (rows) throws(StoreError) in try rows.delete(deletion, rule) }
  }

  package func deleteAll() async throws(StoreError) {
    try await write { (rows) throws(StoreError) in try rows.eraseEverything() }
  }

  package func accounts(by keys: [AccountKey]) async throws(StoreError) -> [Account] {
    try await read { (rows) throws(StoreError) in try rows.accounts(by: keys) }
  }

  package func accounts(after: Account.ID?, limit: Int) async throws(StoreError) -> [Account] {
    try await read { (rows) throws(StoreError) in try rows.list(after: after, limit: limit) }
  }

  package func accountCount() async throws(StoreError) -> Int {
    try await read { (rows) throws(StoreError) in try rows.accountCount() }
  }

  package func state(of session: Session.ID) async throws(StoreError) -> SessionState? {
    try await read { (rows) throws(StoreError) in try rows.state(of: session) }
  }

  package func sessions(of account: Account.ID) async throws(StoreError) -> [Session] {
    try await read { (rows) throws(StoreError) in try rows.sessions(of: account) }
  }

  package func sessionHistory(of account: Account.ID) async throws(StoreError) -> [Session] {
    try await read { (rows) throws(StoreError) in try rows.sessionHistory(of: account) }
  }

  package func events(of account: Account.ID, after: Int64, limit: Int) async throws(StoreError)
    -> [AuditEvent]
  {
    try await read { (rows) throws(StoreError) in try rows.events(of: account, after: after, limit: limit) }
  }

  package func consents(of account: Account.ID) async throws(StoreError) -> [Consent] {
    try await read { (rows) throws(StoreError) in try rows.consents(of: account) }
  }

  package func grants(of account: Account.ID) async throws(StoreError) -> [Grant] {
    try await read { (rows) throws(StoreError) in try rows.grants(of: account) }
  }

  package func rotate(_ rotation: Rotation) async throws(StoreError) -> RotationResult {
    try await write { (rows) throws(StoreError) in try rows.rotate(rotation) }
  }

  package func noteUse(of session: Session.ID, generation: Int64, at now: Timestamp) async throws(StoreError)
  {
    try await write { (rows) throws(StoreError) in
      try rows.noteUse(of: session, generation: generation, at: now)
    }
  }

  package func end(_ session: Session.ID, as end: Session.End, at now: Timestamp) async throws(StoreError)
    -> Bool
  {
    try await write { (rows) throws(StoreError) in try rows.end(session, as: end, at: now) }
  }

  package func keep(_ payload: [UInt8], purpose: OneTimePurpose, key: OneTimeKey) async throws(StoreError)
    -> Bool
  {
    try await write { (rows) throws(StoreError) in try rows.keep(payload, purpose: purpose, key: key) }
  }

  package func take(purpose: OneTimePurpose, key: OneTimeKey, now: Timestamp) async throws(StoreError)
    -> [UInt8]?
  {
    try await write { (rows) throws(StoreError) in try rows.take(purpose: purpose, key: key, now: now) }
  }

  package func peek(purpose: OneTimePurpose, key: OneTimeKey, now: Timestamp) async throws(StoreError)
    -> [UInt8]?
  {
    try await read { (rows) throws(StoreError) in try rows.peek(purpose: purpose, key: key, now: now) }
  }

  package func lease(_ leases: [Lease], at now: Timestamp) async throws(StoreError) -> [Int] {
    try await write { (rows) throws(StoreError) in try rows.lease(leases, at: now) }
  }

  package func apply(_ event: AppleReport) async throws(StoreError) -> AppleReportResult {
    try await write { (rows) throws(StoreError) in try rows.apply(event) }
  }

  package func enqueue(_ job: JobDraft, at now: Timestamp) async throws(StoreError) -> Job.ID {
    try await write { (rows) throws(StoreError) in try rows.enqueue(job, at: now) }
  }

  package func post(_ job: JobDraft, with code: OneTimeRow?, at now: Timestamp) async throws(StoreError)
    -> Job.ID?
  {
    try await write { (rows) throws(StoreError) in try rows.post(job, with: code, at: now) }
  }

  package func claimJobs(at now: Timestamp, lease: Duration, limit: Int) async throws(StoreError) -> [Job] {
    try await write { (rows) throws(StoreError) in try rows.claimJobs(at: now, lease: lease, limit: limit) }
  }

  package func claimJob(_ id: Job.ID, at now: Timestamp, lease: Duration) async throws(StoreError) -> Job? {
    try await write { (rows) throws(StoreError) in try rows.claimJob(id, at: now, lease: lease) }
  }

  package func hastenJob(_ id: Job.ID, at now: Timestamp, lease: Duration) async throws(StoreError) -> Bool {
    try await write { (rows) throws(StoreError) in try rows.hastenJob(id, at: now, lease: lease) }
  }

  package func finish(_ job: Job, _ outcome: JobOutcome, at now: Timestamp) async throws(StoreError) {
    try await write { (rows) throws(StoreError) in try rows.finish(job, outcome, at: now) }
  }

  package func scheduleChecks(at now: Timestamp, every: Duration, limit: Int) async throws(StoreError) -> Int
  {
    try await write { (rows) throws(StoreError) in
      try rows.scheduleChecks(at: now, every: every, limit: limit)
    }
  }

  package func waitingJobs(limit: Int) async throws(StoreError) -> [Job] {
    try await read { (rows) throws(StoreError) in try rows.waitingJobs(limit: limit) }
  }

  package func newestEvents(limit: Int) async throws(StoreError) -> [AuditEvent] {
    try await read { (rows) throws(StoreError) in try rows.newestEvents(limit: limit) }
  }

  package func nextJob() async throws(StoreError) -> Timestamp? {
    try await read { (rows) throws(StoreError) in try rows.nextJob() }
  }

  package func jobBacklog(limit: Int) async throws(StoreError) -> JobBacklog {
    try await read { (rows) throws(StoreError) in try rows.jobBacklog(limit: limit) }
  }

  package func setting(_ name: String) async throws(StoreError) -> [UInt8]? {
    try await read { (rows) throws(StoreError) in try rows.setting(name) }
  }

  package func replaceSetting(_ name: String, _ expected: [UInt8]?, with value: [UInt8])
    async throws(StoreError) -> Bool
  {
    try await write { (rows) throws(StoreError) in try rows.replaceSetting(name, expected, with: value) }
  }

  package func mark(_ mark: StoreMark) async throws(StoreError) -> StoreMark {
    try await write { (rows) throws(StoreError) in try rows.mark(mark) }
  }

  package func sweep(_ rule: SweepRule) async throws(StoreError) -> SweepReport {
    try await write { (rows) throws(StoreError) in try rows.sweep(rule) }
  }

  package func hasJob(_ id: Job.ID) async throws(StoreError) -> Bool {
    try await read { (rows) throws(StoreError) in try rows.job(id) != nil }
  }
}
