/// Where accounts live: one method for each operation of the domain, each of them one transaction.
///
/// Every method either does all of what it says or nothing, and answers only when what it did is durable.
/// Methods may be called from any number of tasks at once; the effect is as if they ran one after the
/// other. Refusals are results, not errors; a thrown ``StoreError`` is trouble of the store itself.
package protocol AccountStore: Sendable {
  // MARK: Sign-in and accounts

  /// Signs in, links or makes an account with a proven identity.
  ///
  /// First write: the proof is spent. When it was spent before, the result is `duplicate`, or, for the same
  /// request within two minutes, a fresh session of the account that it opened then (R20). The rule
  /// ``SignInRule`` decides the rest; of several attempts to make one account exactly one makes it, the
  /// others sign in to it (FR-51).
  func signIn(_ attempt: SignInAttempt) async throws(StoreError) -> SignInResult

  /// Makes an account; refused when identifier, address, number or an identity is taken.
  func create(_ creation: AccountCreation) async throws(StoreError) -> CreationResult

  /// Makes or replaces many accounts in one transaction; answers why which of them were left out.
  ///
  /// - Parameter client: Who imports, for the audit of each account.
  func importAccounts(_ accounts: [Account], overwrites: Bool, client: ClientFacts, now: Timestamp)
    async throws(StoreError) -> [BatchFailure]

  /// Writes an audit row of a refused attempt; false, and nothing is written, when the account is gone or
  /// has such a row within the attempt's window already (R42).
  func noteRefusal(_ refusal: RefusedAttempt) async throws(StoreError) -> Bool

  /// Changes an account by a rule; refused with `USER_NOT_FOUND` when it is missing.
  ///
  /// The caller's token is judged again inside (``CallerRule``). A change that takes another account's
  /// address, number or identity is refused. What the change keeps and its jobs are written with it.
  func change<Answer: Sendable>(
    _ target: ChangeTarget, _ rule: @escaping @Sendable (inout AccountChange) -> Verdict<Answer>
  ) async throws(StoreError) -> ChangeResult<Answer>

  /// Erases an account: sessions end, identities are free again, grants become revocation jobs, and a
  /// tombstone without personal data stays. A second deletion is refused with `USER_NOT_FOUND`.
  ///
  /// - Parameter rule: Judges account and caller's session inside the transaction; nil lets it go on.
  func delete(
    _ deletion: Deletion, _ rule: @escaping @Sendable (Account, Session?) -> AccountsError?
  ) async throws(StoreError) -> DeletionResult

  /// Erases every account with all that belongs to it; settings stay.
  func deleteAll() async throws(StoreError)

  // MARK: Reading

  /// The accounts of these names, in the order asked, each once; missing ones are left out.
  func accounts(by keys: [AccountKey]) async throws(StoreError) -> [Account]

  /// Accounts in the order of their identifiers' bytes, after one of them.
  func accounts(after: Account.ID?, limit: Int) async throws(StoreError) -> [Account]

  /// The number of accounts.
  func accountCount() async throws(StoreError) -> Int

  /// Session and account in one snapshot; nil when there never was such a session or it is swept.
  func state(of session: Session.ID) async throws(StoreError) -> SessionState?

  /// The sessions of an account that have not ended, newest first.
  func sessions(of account: Account.ID) async throws(StoreError) -> [Session]

  /// The sessions of an account that are kept, ended ones too, newest first, for the person's own data (R44).
  func sessionHistory(of account: Account.ID) async throws(StoreError) -> [Session]

  /// The audit rows of an account above a number, oldest first.
  func events(of account: Account.ID, after: Int64, limit: Int) async throws(StoreError) -> [AuditEvent]

  /// The newest audit rows of all accounts, the newest first.
  func newestEvents(limit: Int) async throws(StoreError) -> [AuditEvent]

  /// The consents of an account, oldest first.
  func consents(of account: Account.ID) async throws(StoreError) -> [Consent]

  /// The grants of an account, newest first, at most ``Grant/listed``.
  func grants(of account: Account.ID) async throws(StoreError) -> [Grant]

  // MARK: Sessions

  /// Exchanges a refresh token for its successor by ``RotationRule``: one compare-and-swap on the
  /// generation. Of several presentations of one token exactly one rotates.
  func rotate(_ rotation: Rotation) async throws(StoreError) -> RotationResult

  /// Notes that a generation is in use; does nothing when it is not the current one or noted already.
  func noteUse(of session: Session.ID, generation: Int64, at now: Timestamp) async throws(StoreError)

  /// Ends one session; whether it went on until now.
  func end(_ session: Session.ID, as end: Session.End, at now: Timestamp) async throws(StoreError) -> Bool

  // MARK: One-time rows

  /// Keeps a payload under a key; false when the key exists.
  func keep(_ payload: [UInt8], purpose: OneTimePurpose, key: OneTimeKey) async throws(StoreError) -> Bool

  /// Takes what is kept under a key: of several takers exactly one gets it. Expired rows are as missing.
  func take(purpose: OneTimePurpose, key: OneTimeKey, now: Timestamp) async throws(StoreError) -> [UInt8]?

  /// Reads what is kept under a key.
  func peek(purpose: OneTimePurpose, key: OneTimeKey, now: Timestamp) async throws(StoreError) -> [UInt8]?

  // MARK: Limits

  /// Takes parts of what limits allow; answers for each wish how much of it is granted, from nothing to all
  /// of it. Of several processes none gets what another has: together they never get more than a ceiling.
  /// A window that is over grants nothing. All wishes are one transaction.
  func lease(_ leases: [Lease], at now: Timestamp) async throws(StoreError) -> [Int]

  // MARK: Apple

  /// Applies an event of Apple by ``AppleReportRule``.
  func apply(_ event: AppleReport) async throws(StoreError) -> AppleReportResult

  /// Whether a job is still to be done.
  func hasJob(_ id: Job.ID) async throws(StoreError) -> Bool

  /// Writes a job; it is due at once or later. The grant of a revocation counts as revoked from then on.
  func enqueue(_ job: JobDraft, at now: Timestamp) async throws(StoreError) -> Job.ID

  /// Writes a message's job together with the row of the code that it carries; nil, and nothing is written,
  /// when the row's key exists.
  func post(_ job: JobDraft, with code: OneTimeRow?, at now: Timestamp) async throws(StoreError) -> Job.ID?

  /// Claims jobs that are due, the oldest first; a claimed job is due again after the lease.
  func claimJobs(at now: Timestamp, lease: Duration, limit: Int) async throws(StoreError) -> [Job]

  /// Claims one job if it is there and nobody has claimed it yet.
  func claimJob(_ id: Job.ID, at now: Timestamp, lease: Duration) async throws(StoreError) -> Job?

  /// Writes what a job came to, with its effect on the grant and the audit; a job that is gone is no error.
  ///
  /// A bounce is audited on the message's account, and noted on it while it still has the address.
  func finish(_ job: Job, _ outcome: JobOutcome, at now: Timestamp) async throws(StoreError)

  /// Makes jobs that check grants of people seen since their last check (R37); answers how many.
  func scheduleChecks(at now: Timestamp, every: Duration, limit: Int) async throws(StoreError) -> Int

  /// Jobs that wait or are being worked on, the soonest first.
  func waitingJobs(limit: Int) async throws(StoreError) -> [Job]

  /// Makes a waiting job due now; false when it is gone or due within a lease, since it may be worked on.
  func hastenJob(_ id: Job.ID, at now: Timestamp, lease: Duration) async throws(StoreError) -> Bool

  /// When the next job is due.
  func nextJob() async throws(StoreError) -> Timestamp?

  /// How many jobs there are, counted up to a bound, and when the oldest was written.
  func jobBacklog(limit: Int) async throws(StoreError) -> JobBacklog

  // MARK: Settings and upkeep

  /// A small value by name: signing keys, Apple's last good key set.
  func setting(_ name: String) async throws(StoreError) -> [UInt8]?

  /// Replaces a setting if it still is what the caller read; false when it changed meanwhile.
  func replaceSetting(_ name: String, _ expected: [UInt8]?, with value: [UInt8]) async throws(StoreError)
    -> Bool

  /// Marks an unmarked store; answers the mark that it has now (R7).
  func mark(_ mark: StoreMark) async throws(StoreError) -> StoreMark

  /// Removes what has expired; the caller deletes the accounts that the report names.
  func sweep(_ rule: SweepRule) async throws(StoreError) -> SweepReport
}
