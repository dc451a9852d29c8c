package import Accounts

/// The rows as dictionaries.
package struct MemoryRows: AccountRows, Sendable {
  var accounts: [Int64: AccountRow] = [:]
  var keys: [Account.ID: Int64] = [:]
  var sessions: [Session.ID: SessionRow] = [:]
  var events: [Int64: StoredEvent] = [:]
  var grants: [Int64: GrantRow] = [:]
  var oneTimeRows: [OneTimeKey: [OneTimePurpose: OneTimeRow]] = [:]
  var jobs: [Int64: Job] = [:]
  var consents: [Int64: [Consent]] = [:]
  var settings: [String: [UInt8]] = [:]
  var tombstones: [Int64: Tombstone] = [:]
  var leases: [OneTimeKey: Int] = [:]
  private var lastNumber: Int64 = 0

  struct StoredEvent: Sendable {
    var event: AuditEvent
    var account: Int64
    var previous: Int64?
  }

  struct Tombstone: Sendable {
    var digest: [UInt8]
    var cause: String
    var at: Timestamp
  }

  init() {}

  private mutating func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Accounts

  package func account(_ id: Account.ID) -> AccountRow? { keys[id].flatMap { accounts[$0] } }
  package func account(key: Int64) -> AccountRow? { accounts[key] }

  package func account(email: String) -> AccountRow? { first { $0.email == email } }
  package func account(phone: String) -> AccountRow? { first { $0.phoneNumber == phone } }

  package func account(identity: Identity.Key) -> AccountRow? {
    first { $0.identities.contains { $0.key == identity } }
  }

  package func account(provider: ProviderID, subject: String) -> AccountRow? {
    first { $0.identities.contains { $0.provider == provider && $0.subject == subject } }
  }

  /// The oldest account that fits, as an index of the SQLite store gives it.
  private func first(where fits: (Account) -> Bool) -> AccountRow? {
    accounts.values.filter { fits($0.account) }.min { $0.key < $1.key }
  }

  package func accounts(after: Account.ID?, limit: Int) -> [AccountRow] {
    let sorted = accounts.values.sorted { $0.account.id < $1.account.id }
    guard let after else { return Array(sorted.prefix(limit)) }
    return Array(sorted.filter { after < $0.account.id }.prefix(limit))
  }

  package func accountCount() -> Int { accounts.count }

  package mutating func insert(_ account: Account) -> AccountRow {
    let row = AccountRow(key: nextNumber(), account: account)
    accounts[row.key] = row
    keys[account.id] = row.key
    return row
  }

  package mutating func update(_ row: AccountRow, was old: AccountRow) {
    var row = row
    row.account.lastRefreshAt = nil
    accounts[row.key] = row
  }

  package mutating func erase(_ row: AccountRow, digest: [UInt8], cause: String, at now: Timestamp) {
    accounts[row.key] = nil
    keys[row.account.id] = nil
    consents[row.key] = nil
    // As the SQLite store reads them: through the account's row, which is gone.
    for (id, session) in sessions where session.accountKey == row.key {
      sessions[id]?.session = session.session.moved(to: Account.ID(unchecked: ""))
    }
    tombstones[row.key] = Tombstone(digest: digest, cause: cause, at: now)
    for (id, stored) in events where stored.account == row.key {
      events[id]?.event = stored.event.withoutAddress
    }
  }

  package mutating func eraseEverything() {
    let (settings, number) = (settings, lastNumber)
    self = MemoryRows()
    self.settings = settings
    lastNumber = number
  }

  package mutating func removeTombstones(before: Timestamp, limit: Int) -> Int {
    let old = tombstones.filter { $0.value.at < before }.sorted { $0.value.at < $1.value.at }.prefix(limit)
    for (key, _) in old { tombstones[key] = nil }
    return old.count
  }

  // MARK: Sessions

  package func session(_ id: Session.ID) -> SessionRow? { sessions[id] }

  package mutating func insert(_ row: SessionRow) { sessions[row.session.id] = row }
  package mutating func update(_ row: SessionRow) { sessions[row.session.id] = row }
  package mutating func removeSession(_ id: Session.ID) { sessions[id] = nil }

  package func sessions(after: Session.ID, before: Session.ID, limit: Int) -> [SessionRow] {
    Array(
      sessions.values.filter { after < $0.session.id && $0.session.id < before }
        .sorted { $0.session.id < $1.session.id }.prefix(limit))
  }

  // MARK: Audit

  package mutating func appendEvent(
    _ draft: EventDraft, to row: AccountRow, at now: Timestamp, address: String?
  )
    -> Int64
  {
    let id = nextNumber()
    events[id] = StoredEvent(
      event: AuditEvent(
        id: id, at: now, kind: draft.kind, session: draft.session, detail: draft.detail, address: address),
      account: row.key, previous: row.newestEvent)
    return id
  }

  package func newestEvents(limit: Int) -> [AuditEvent] {
    events.keys.sorted(by: >).prefix(max(0, limit)).compactMap { events[$0]?.event }
  }

  package func event(_ id: Int64) -> (AuditEvent, previous: Int64?)? {
    events[id].map { ($0.event, previous: $0.previous) }
  }

  package mutating func removeEvents(before: Timestamp, limit: Int) -> Int {
    let old = events.keys.sorted().prefix(limit).filter { id in
      events[id].map { $0.event.at < before } ?? false
    }
    for id in old { events[id] = nil }
    return old.count
  }

  package mutating func eraseEventAddresses(after: Int64, before: Timestamp, limit: Int) -> (
    count: Int, last: Int64
  ) {
    let stretch = events.keys.filter { $0 > after }.sorted().prefix(limit)
    let last = stretch.last { id in events[id].map { $0.event.at < before } ?? false }
    guard let last else { return (0, after) }
    var count = 0
    for id in stretch where id <= last {
      guard let event = events[id]?.event, event.address != nil else { continue }
      events[id]?.event = event.withoutAddress
      count += 1
    }
    return (count, last)
  }

  // MARK: Grants

  package func grant(_ id: Grant.ID) -> GrantRow? { grants[id.number] }

  package mutating func insert(_ grant: Grant, account: AccountRow) -> GrantRow {
    let id = Grant.ID(number: nextNumber())
    let row = GrantRow(
      grant: Grant(
        id: id, account: grant.account, subject: grant.subject, clientID: grant.clientID,
        codeHash: grant.codeHash, authorizedAt: grant.authorizedAt, state: grant.state,
        sealedToken: grant.sealedToken, checkedAt: grant.checkedAt),
      accountKey: account.key, previous: account.newestGrant)
    grants[id.number] = row
    return row
  }

  package mutating func update(_ row: GrantRow) { grants[row.grant.id.number] = row }

  package mutating func removeGrant(_ id: Grant.ID) { grants[id.number] = nil }

  package func grants(after: Grant.ID, limit: Int) -> [GrantRow] {
    Array(
      grants.values.filter { $0.grant.id.number > after.number }
        .sorted { $0.grant.id.number < $1.grant.id.number }.prefix(limit))
  }

  package mutating func removeGrants(of row: AccountRow) {
    for (id, grant) in grants where grant.accountKey == row.key { grants[id] = nil }
  }

  package func grants(checkedBefore: Timestamp, limit: Int) -> [(GrantRow, AccountRow)] {
    grants.values.filter {
      $0.grant.state == .kept && ($0.grant.checkedAt ?? $0.grant.authorizedAt) < checkedBefore
    }
    .sorted { $0.grant.id.number < $1.grant.id.number }
    .compactMap { grant in accounts[grant.accountKey].map { (grant, $0) } }
    .prefix(limit).map { $0 }
  }

  // MARK: One-time rows

  package mutating func keep(_ row: OneTimeRow) -> Bool {
    guard oneTimeRows[row.key]?[row.purpose] == nil else { return false }
    oneTimeRows[row.key, default: [:]][row.purpose] = row
    return true
  }

  package func oneTime(_ purpose: OneTimePurpose, _ key: OneTimeKey) -> OneTimeRow? {
    oneTimeRows[key]?[purpose]
  }

  package mutating func removeOneTime(_ purpose: OneTimePurpose, _ key: OneTimeKey) {
    oneTimeRows[key]?[purpose] = nil
  }

  package mutating func purgeOneTime(expiredBefore now: Timestamp, limit: Int) -> Int {
    let expired = oneTimeRows.keys.filter { $0.expiry < Timestamp(seconds: now.seconds) }.sorted()
    let rows = expired.flatMap { key in (oneTimeRows[key] ?? [:]).keys.map { (key, $0) } }.prefix(limit)
    for (key, purpose) in rows { oneTimeRows[key]?[purpose] = nil }
    return rows.count
  }

  // MARK: Limits

  package func leased(_ key: OneTimeKey) -> Int? { leases[key] }
  package mutating func setLeased(_ key: OneTimeKey, _ taken: Int) { leases[key] = taken }

  package mutating func purgeLeases(expiredBefore now: Timestamp, limit: Int) -> Int {
    let expired = leases.keys.filter { $0.expiry < Timestamp(seconds: now.seconds) }.sorted().prefix(limit)
    for key in expired { leases[key] = nil }
    return expired.count
  }

  // MARK: Jobs

  package mutating func insert(_ draft: JobDraft, at now: Timestamp) -> Job.ID {
    let id = nextNumber()
    jobs[id] = Job(id: Job.ID(number: id), draft: draft, createdAt: now)
    return Job.ID(number: id)
  }

  package func job(_ id: Job.ID) -> Job? { jobs[id.number] }

  package func dueJobs(at now: Timestamp, limit: Int) -> [Job] {
    Array(
      jobs.values.filter { $0.dueAt <= now }
        .sorted { ($0.dueAt, $0.id.number) < ($1.dueAt, $1.id.number) }.prefix(limit))
  }

  package mutating func update(_ job: Job) { jobs[job.id.number] = job }
  package mutating func removeJob(_ id: Job.ID) { jobs[id.number] = nil }
  package func nextJob() -> Timestamp? { jobs.values.map(\.dueAt).min() }
  package func jobBacklog(limit: Int) -> JobBacklog {
    JobBacklog(count: min(jobs.count, limit), oldest: jobs.keys.min().flatMap { jobs[$0]?.createdAt })
  }

  // MARK: Consents, settings, upkeep

  package mutating func insert(_ consent: Consent, account: AccountRow) {
    consents[account.key, default: []].append(consent)
  }

  package func consents(of row: AccountRow) -> [Consent] { consents[row.key] ?? [] }
  package func setting(_ name: String) -> [UInt8]? { settings[name] }
  package mutating func setSetting(_ name: String, _ value: [UInt8]) { settings[name] = value }

  package func dueAccounts(at now: Timestamp, limit: Int) -> [Account.ID] {
    accounts.values.filter { row in row.account.deletesAt.map { $0 <= now } ?? false }
      .map(\.account.id).sorted().prefix(limit).map { $0 }
  }

  package func anonymousAccounts(after: Int64, limit: Int) -> [AnonymousRow] {
    accounts.values.filter { $0.account.isAnonymous && $0.key > after }.sorted { $0.key < $1.key }.prefix(
      limit
    )
    .map { row in
      let lastUse = row.newestSession.flatMap { sessions[$0]?.session.lastUsedAt }
      return AnonymousRow(key: row.key, id: row.account.id, usedAt: lastUse ?? row.account.createdAt)
    }
  }

  func dump() -> [String] {
    var lines = accounts.values.map { "account \($0)" } + sessions.values.map { "session \($0)" }
    lines += events.values.map { "event \($0)" }
    lines += grants.values.map { "grant \($0)" } + jobs.values.map { "job \($0)" }
    lines += oneTimeRows.values.flatMap(\.values).map { "one-time \($0)" }
    lines += consents.map { "consent \($0)" } + settings.map { "setting \($0)" }
    lines += tombstones.map { "tombstone \($0)" } + leases.map { "lease \($0)" }
    return lines.sorted()
  }
}

extension AuditEvent {
  /// The event without the network address.
  fileprivate var withoutAddress: AuditEvent {
    AuditEvent(id: id, at: at, kind: kind, session: session, detail: detail)
  }
}
