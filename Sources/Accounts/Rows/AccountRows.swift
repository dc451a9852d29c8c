/// The rows of a store inside one transaction, for stores that can reach them without waiting.
///
/// The operations of ``AccountStore`` are written once over these (`AccountRows+…`), so that the stores
/// differ in rows only: SQLite on its writer's thread, PostgreSQL on a thread for each connection, and the
/// in-memory store under its lock.
///
/// Sessions, audit and grants of an account are chains: the account's row, which a sign-in writes anyway,
/// names the newest of each, and each names the one before. An index for each would cost a page apiece.
package protocol AccountRows {
  mutating func account(_ id: Account.ID) throws(StoreError) -> AccountRow?
  mutating func account(key: Int64) throws(StoreError) -> AccountRow?
  mutating func account(email: String) throws(StoreError) -> AccountRow?
  mutating func account(phone: String) throws(StoreError) -> AccountRow?
  mutating func account(identity: Identity.Key) throws(StoreError) -> AccountRow?
  mutating func account(provider: ProviderID, subject: String) throws(StoreError) -> AccountRow?
  mutating func accounts(after: Account.ID?, limit: Int) throws(StoreError) -> [AccountRow]
  mutating func accountCount() throws(StoreError) -> Int

  /// Inserts account and identities; the row has its key and empty chains.
  mutating func insert(_ account: Account) throws(StoreError) -> AccountRow
  /// Writes what differs.
  mutating func update(_ row: AccountRow, was old: AccountRow) throws(StoreError)
  /// Removes account, identities and consents, takes personal data off its audit, leaves the tombstone.
  mutating func erase(_ row: AccountRow, digest: [UInt8], cause: String, at now: Timestamp)
    throws(StoreError)
  mutating func eraseEverything() throws(StoreError)
  /// Removes what is left of accounts that were deleted before an instant, the oldest first.
  mutating func removeTombstones(before: Timestamp, limit: Int) throws(StoreError) -> Int

  mutating func session(_ id: Session.ID) throws(StoreError) -> SessionRow?
  /// A session with its account, nil for one that is gone: what every look-up and every refresh reads.
  mutating func sessionAndAccount(_ id: Session.ID) throws(StoreError) -> (
    session: SessionRow, account: AccountRow?
  )?
  mutating func insert(_ row: SessionRow) throws(StoreError)
  mutating func update(_ row: SessionRow) throws(StoreError)
  mutating func removeSession(_ id: Session.ID) throws(StoreError)
  /// Sessions with a smaller number than one, the smallest first, after another.
  mutating func sessions(after: Session.ID, before: Session.ID, limit: Int) throws(StoreError) -> [SessionRow]

  /// Adds an audit row in front of the account's chain; answers its number.
  mutating func appendEvent(_ event: EventDraft, to row: AccountRow, at now: Timestamp, address: String?)
    throws(StoreError) -> Int64
  mutating func event(_ id: Int64) throws(StoreError) -> (AuditEvent, previous: Int64?)?
  mutating func newestEvents(limit: Int) throws(StoreError) -> [AuditEvent]
  /// Removes audit rows of before an instant, the oldest first; the chains end where a row is missing.
  mutating func removeEvents(before: Timestamp, limit: Int) throws(StoreError) -> Int
  /// Takes addresses off audit rows above a number that are older than an instant; answers how many, and
  /// the last number that was looked at (the given one when there was none).
  mutating func eraseEventAddresses(after: Int64, before: Timestamp, limit: Int) throws(StoreError)
    -> (count: Int, last: Int64)

  /// The chains, for stores where walking one row at a time costs a round trip each.
  mutating func sessionChain(of row: AccountRow) throws(StoreError) -> [SessionRow]
  mutating func grantChain(of row: AccountRow, limit: Int) throws(StoreError) -> [GrantRow]
  mutating func eventChain(of row: AccountRow, after: Int64) throws(StoreError) -> [AuditEvent]

  mutating func grant(_ id: Grant.ID) throws(StoreError) -> GrantRow?
  /// Inserts a grant in front of the account's chain; the number in `grant` does not count.
  mutating func insert(_ grant: Grant, account: AccountRow) throws(StoreError) -> GrantRow
  mutating func update(_ row: GrantRow) throws(StoreError)
  mutating func removeGrant(_ id: Grant.ID) throws(StoreError)
  /// Grants of all accounts with a greater number, the smallest first.
  mutating func grants(after: Grant.ID, limit: Int) throws(StoreError) -> [GrantRow]
  mutating func removeGrants(of row: AccountRow) throws(StoreError)

  /// Writes a one-time row; false when the key exists. `account` and `request` serve R20.
  mutating func keep(_ row: OneTimeRow) throws(StoreError) -> Bool
  mutating func oneTime(_ purpose: OneTimePurpose, _ key: OneTimeKey) throws(StoreError) -> OneTimeRow?
  mutating func removeOneTime(_ purpose: OneTimePurpose, _ key: OneTimeKey) throws(StoreError)
  /// Removes one-time rows that have expired, the oldest first.
  mutating func purgeOneTime(expiredBefore now: Timestamp, limit: Int) throws(StoreError) -> Int

  /// What processes have taken of a window; nil when there is no row.
  mutating func leased(_ key: OneTimeKey) throws(StoreError) -> Int?
  mutating func setLeased(_ key: OneTimeKey, _ taken: Int) throws(StoreError)
  /// Removes windows that are over, the oldest first.
  mutating func purgeLeases(expiredBefore now: Timestamp, limit: Int) throws(StoreError) -> Int

  mutating func insert(_ job: JobDraft, at now: Timestamp) throws(StoreError) -> Job.ID
  mutating func job(_ id: Job.ID) throws(StoreError) -> Job?
  mutating func dueJobs(at now: Timestamp, limit: Int) throws(StoreError) -> [Job]
  mutating func update(_ job: Job) throws(StoreError)
  mutating func removeJob(_ id: Job.ID) throws(StoreError)
  mutating func nextJob() throws(StoreError) -> Timestamp?
  mutating func jobBacklog(limit: Int) throws(StoreError) -> JobBacklog
  /// Kept grants that were checked (or kept) longest ago, before an instant, with their accounts.
  mutating func grants(checkedBefore: Timestamp, limit: Int) throws(StoreError) -> [(GrantRow, AccountRow)]

  mutating func insert(_ consent: Consent, account: AccountRow) throws(StoreError)
  mutating func consents(of row: AccountRow) throws(StoreError) -> [Consent]

  mutating func setting(_ name: String) throws(StoreError) -> [UInt8]?
  mutating func setSetting(_ name: String, _ value: [UInt8]) throws(StoreError)

  /// Accounts whose time has come.
  mutating func dueAccounts(at now: Timestamp, limit: Int) throws(StoreError) -> [Account.ID]
  /// The next anonymous accounts behind one, by number, with their last use.
  mutating func anonymousAccounts(after: Int64, limit: Int) throws(StoreError) -> [AnonymousRow]
}

/// An account's row: the account, its number inside the store, and the ends of its chains.
package struct AccountRow: Sendable, Hashable {
  package let key: Int64
  package var account: Account
  package var newestSession: Session.ID?
  package var newestEvent: Int64?
  package var newestGrant: Grant.ID?

  package init(key: Int64, account: Account) {
    self.key = key
    self.account = account
  }
}

/// What a sweep wants to know of an anonymous account.
package struct AnonymousRow: Sendable, Hashable {
  package let key: Int64
  package let id: Account.ID
  /// When its newest session was used, or when it was made.
  package let usedAt: Timestamp

  package init(key: Int64, id: Account.ID, usedAt: Timestamp) {
    self.key = key
    self.id = id
    self.usedAt = usedAt
  }
}

/// A session's row: the session, the number of its account, and the account's session before it.
package struct SessionRow: Sendable, Hashable {
  package var session: Session
  package let accountKey: Int64
  package var previous: Session.ID?

  package init(session: Session, accountKey: Int64, previous: Session.ID?) {
    self.session = session
    self.accountKey = accountKey
    self.previous = previous
  }
}

/// A grant's row: the grant, the number of its account, the grant before it, and the job that works on it.
package struct GrantRow: Sendable, Hashable {
  package var grant: Grant
  package let accountKey: Int64
  package var previous: Grant.ID?
  package var job: Job.ID?

  package init(grant: Grant, accountKey: Int64, previous: Grant.ID?, job: Job.ID? = nil) {
    self.grant = grant
    self.accountKey = accountKey
    self.previous = previous
    self.job = job
  }
}

/// A row that exists at most once.
package struct OneTimeRow: Sendable, Hashable {
  package let purpose: OneTimePurpose
  package let key: OneTimeKey
  package var payload: [UInt8]?
  /// The account that the proof opened.
  package var account: Int64?
  /// The request that brought it (R20).
  package var request: [UInt8]?
  /// When it was written.
  package var at: Timestamp?

  package init(purpose: OneTimePurpose, key: OneTimeKey, payload: [UInt8]? = nil) {
    self.purpose = purpose
    self.key = key
    self.payload = payload
  }
}
