/// Making, changing, deleting and finding accounts.
extension AccountRows {
  package mutating func create(_ creation: AccountCreation) throws(StoreError) -> CreationResult {
    if try account(creation.account.id) != nil { return .refused(AccountsError(.duplicateLocalID)) }
    if let taken = try conflict(
      of: creation.account, key: nil, was: nil, onePerEmail: creation.onePerEmail)
    {
      return .refused(taken)
    }
    let old = try insert(creation.account)
    var row = old
    var session: Session?
    if let draft = creation.session { session = try open(draft, on: &row, at: creation.now) }
    try note(
      .accountCreated, creation.session?.provider.rawValue, session: session?.id, on: &row, at: creation.now,
      client: creation.client)
    try update(row, was: old)
    return .created(row.account, session)
  }

  package mutating func importAccounts(_ accounts: [Account], overwrites: Bool, now: Timestamp)
    throws(StoreError) -> [BatchFailure]
  {
    var failures: [BatchFailure] = []
    for (index, account) in accounts.enumerated() {
      if let message = try importOne(account, overwrites: overwrites, now: now) {
        failures.append(BatchFailure(index: index, account: account.id, message: message))
      }
    }
    return failures
  }

  private mutating func importOne(_ account: Account, overwrites: Bool, now: Timestamp) throws(StoreError)
    -> String?
  {
    let old = try self.account(account.id)
    guard old == nil || overwrites else {
      return BatchFailure.existsMessage
    }
    if let taken = try conflict(of: account, key: old?.key, was: nil, onePerEmail: true) {
      switch taken.code {
      case .emailExists: return BatchFailure.emailMessage
      case .phoneNumberExists: return BatchFailure.phoneMessage
      default: return BatchFailure.identityMessage
      }
    }
    if let old {
      var row = old
      row.account = account
      try end(.all, of: old, as: .security, at: now)
      try note(.accountChanged, "import", on: &row, at: now, client: ClientFacts())
      try update(row, was: old)
    } else {
      let inserted = try insert(account)
      var row = inserted
      try note(.accountCreated, "import", on: &row, at: now, client: ClientFacts())
      try update(row, was: inserted)
    }
    return nil
  }

  package mutating func change<Answer: Sendable>(
    _ target: ChangeTarget, _ rule: (inout AccountChange) -> Verdict<Answer>
  ) throws(StoreError) -> ChangeResult<Answer> {
    guard let old = try account(target.account) else { return .refused(AccountsError(.userNotFound)) }
    let caller = try callerSession(target)
    if let check = target.caller,
      let refusal = CallerRule.refusal(check, account: old.account, session: caller)
    {
      return .refused(refusal)
    }
    var change = AccountChange(account: old.account, caller: caller)
    let answer: Answer
    switch rule(&change) {
    case .refuse(let error): return .refused(error)
    case .commit(let decided): answer = decided
    }
    if let taken = try conflict(
      of: change.account, key: old.key, was: old.account, onePerEmail: target.onePerEmail)
    {
      return .refused(taken)
    }
    var row = old
    row.account = change.account
    let session = try write(change, of: target, on: &row, was: old)
    for kept in change.keeps where try !keep(kept) {
      throw StoreError(.unexpected, "A random key came twice.")
    }
    var jobs: [Job.ID] = []
    for draft in change.jobs { jobs.append(try enqueue(draft, at: target.now)) }
    return .changed(Changed(answer: answer, account: row.account, session: session, jobs: jobs))
  }

  private mutating func callerSession(_ target: ChangeTarget) throws(StoreError) -> Session? {
    guard let check = target.caller else { return nil }
    return try session(check.session)?.session
  }

  private mutating func write(
    _ change: AccountChange, of target: ChangeTarget, on row: inout AccountRow, was old: AccountRow
  ) throws(StoreError) -> Session? {
    if change.revokesGrants { _ = try revokeGrants(of: old, at: target.now) }
    if let scope = change.ends { try end(scope, of: old, as: change.endReason, at: target.now) }
    if change.renewsCaller, let caller = change.caller, var renewed = try session(caller.id) {
      renewed.session.authTime = target.now
      try update(renewed)
    }
    var opened: Session?
    if let draft = change.opens { opened = try open(draft, on: &row, at: target.now) }
    for event in change.events {
      try note(
        event.kind, event.detail, session: event.session ?? opened?.id ?? change.caller?.id, on: &row,
        at: target.now, client: target.client)
    }
    if let consent = change.consent { try insert(Consent(text: consent, at: target.now), account: row) }
    if row != old { try update(row, was: old) }
    return opened
  }

  package mutating func delete(_ deletion: Deletion, _ rule: (Account, Session?) -> AccountsError?)
    throws(StoreError) -> DeletionResult
  {
    let target = deletion.target
    guard let row = try account(target.account) else { return .refused(AccountsError(.userNotFound)) }
    let caller = try callerSession(target)
    if let check = target.caller,
      let refusal = CallerRule.refusal(check, account: row.account, session: caller)
    {
      return .refused(refusal)
    }
    if let refusal = rule(row.account, caller) { return .refused(refusal) }
    return .deleted(revocations: try erase(row, deletion))
  }

  private mutating func erase(_ row: AccountRow, _ deletion: Deletion) throws(StoreError) -> Int {
    let target = deletion.target
    let now = target.now
    let revocations = try revokeGrants(of: row, at: now)
    try removeGrants(of: row)
    try end(.all, of: row, as: .accountDeleted, at: now)
    for var session in try sessionChain(of: row) where session.session.end != .accountDeleted {
      // Sessions that had ended before answer as deleted from now on, and keep no trace of the person.
      session.session.end = .accountDeleted
      session.session.userAgent = nil
      session.session.address = nil
      session.session.customClaims = nil
      try update(session)
    }
    _ = try appendEvent(
      EventDraft(kind: .accountDeleted, detail: target.client.signed(deletion.cause)), to: row, at: now,
      address: nil)
    try erase(row, digest: deletion.digest, cause: deletion.cause, at: now)
    return revocations
  }

  package mutating func accounts(by keys: [AccountKey]) throws(StoreError) -> [Account] {
    var seen: Set<Int64> = []
    var found: [Account] = []
    for key in keys {
      let row: AccountRow?
      switch key {
      case .id(let id): row = try account(id)
      case .email(let email): row = try account(email: email.lowercased())
      case .phone(let phone): row = try account(phone: phone)
      case .identity(let provider, let subject): row = try account(provider: provider, subject: subject)
      }
      guard let row, seen.insert(row.key).inserted else { continue }
      found.append(try completed(row))
    }
    return found
  }

  /// The account with what is read from its sessions.
  package mutating func completed(_ row: AccountRow) throws(StoreError) -> Account {
    var account = row.account
    // The newest session stands for all: an older one that is refreshed still tells nothing of the person
    // that this one does not.
    if let id = row.newestSession, let session = try session(id)?.session {
      account.lastRefreshAt = session.lastUsedAt
    }
    return account
  }
}

extension AccountRows {
  /// Accounts in the order of their identifiers, with what is read from their sessions.
  package mutating func list(after: Account.ID?, limit: Int) throws(StoreError) -> [Account] {
    var accounts: [Account] = []
    for row in try self.accounts(after: after, limit: limit) { accounts.append(try completed(row)) }
    return accounts
  }

  /// Replaces a setting if it still is what was expected.
  package mutating func replaceSetting(_ name: String, _ expected: [UInt8]?, with value: [UInt8])
    throws(StoreError) -> Bool
  {
    guard try setting(name) == expected else { return false }
    try setSetting(name, value)
    return true
  }

  /// Marks an unmarked store; answers the mark that it has now (R7).
  package mutating func mark(_ mark: StoreMark) throws(StoreError) -> StoreMark {
    if let kept = try setting(StoreMark.setting) {
      guard kept != StoreMark.unfinishedCopy else {
        throw StoreError(
          .schema, "The database is an unfinished copy: run bramley db copy to its end, or name another one.")
      }
      guard let mark = StoreMark(kept: kept) else {
        throw StoreError(.corrupt, "The store's mark cannot be read.")
      }
      return mark
    }
    try setSetting(StoreMark.setting, mark.bytes)
    return mark
  }
}
