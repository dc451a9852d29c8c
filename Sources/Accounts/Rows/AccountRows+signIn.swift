/// The transaction of a sign-in with an identity.
extension AccountRows {
  package mutating func signIn(_ attempt: SignInAttempt) throws(StoreError) -> SignInResult {
    if let credential = attempt.credential, let spent = try oneTime(credential.purpose, credential.key) {
      return try answerAgain(attempt, credential, spent: spent)
    }
    var target: AccountRow?
    if let link = attempt.link {
      let caller = link.caller
      target = try account(caller.account)
      let session = try session(caller.session)?.session
      if let refusal = CallerRule.refusal(caller, account: target?.account, session: session) {
        return .refused(refusal)
      }
    }
    let owner = try account(identity: attempt.identity.key)
    var addressee: AccountRow?
    if owner == nil, attempt.onePerEmail, let email = attempt.identity.email {
      addressee = try account(email: email)
    }
    let decision = SignInRule.decide(
      attempt.identity, createsAccount: attempt.createsAccount,
      facts: SignInRule.Facts(
        owner: owner?.account, addressee: addressee?.account, target: target?.account))
    return try carryOut(decision, of: attempt, owner: owner, addressee: addressee, target: target)
  }

  private mutating func carryOut(
    _ decision: SignInRule.Decision, of attempt: SignInAttempt, owner: AccountRow?, addressee: AccountRow?,
    target: AccountRow?
  ) throws(StoreError) -> SignInResult {
    let (presented, name, now) = (attempt.identity, attempt.displayName, attempt.now)
    switch decision {
    case .notFound: return .notFound
    case .disabled(let account):
      if var row = try self.account(account.id) { try noteRefusal(attempt, on: &row) }
      return .refused(AccountsError(.userDisabled))
    case .needsConfirmation(let providers):
      try spend(attempt, account: nil)
      return .needsConfirmation(providers: providers)
    case .conflict(let conflict):
      try spend(attempt, account: nil)
      return .conflict(conflict)
    case .signIn(let account):
      guard let owner else { return .notFound }
      let refreshed = SignInRule.refreshed(account, with: presented, name: name, now: now)
      return try finish(attempt, row: owner, as: refreshed, events: [.signedIn])
    case .link(let account):
      guard let target else { return .notFound }
      let linked = SignInRule.linked(
        account, with: presented, name: name, takesEmail: attempt.onePerEmail, now: now)
      return try finish(attempt, row: target, as: linked, events: [.identityLinked])
    case .takeOver(let account):
      guard let addressee else { return .notFound }
      try end(.all, of: addressee, as: .security, at: now)
      let taken = SignInRule.takenOver(account, by: presented, name: name, now: now)
      return try finish(attempt, row: addressee, as: taken, events: [.takenOver, .signedIn])
    case .create(let yielding):
      if yielding != nil, let old = addressee {
        var row = old
        row.account = SignInRule.yielded(old.account)
        try note(.emailYielded, on: &row, at: now, client: attempt.session.client)
        try update(row, was: old)
      }
      let account = SignInRule.created(
        attempt.candidate, with: presented, name: name, takesEmail: attempt.onePerEmail, now: now)
      let row = try insert(account)
      return try finish(
        attempt, row: row, as: account, events: [.accountCreated, .signedIn], isNew: true)
    }
  }

  private mutating func finish(
    _ attempt: SignInAttempt, row old: AccountRow, as account: Account, events: [AuditEvent.Kind],
    isNew: Bool = false
  ) throws(StoreError) -> SignInResult {
    try spend(attempt, account: old.key)
    var row = old
    row.account = account
    var opened = Opened(
      account: account, session: try open(attempt.session, on: &row, at: attempt.now), isNewAccount: isNew)
    for kind in events {
      try note(
        kind, attempt.identity.provider.rawValue, session: opened.session.id, on: &row, at: attempt.now,
        client: attempt.session.client)
    }
    if let consent = attempt.link?.consent {
      try insert(Consent(text: consent, at: attempt.now), account: row)
      try note(.consentRecorded, consent.kind, on: &row, at: attempt.now, client: attempt.session.client)
    }
    if let exchange = attempt.exchange {
      (opened.grant, opened.job) = try keep(exchange, of: attempt, on: &row)
    }
    try update(row, was: old)
    return .signedIn(opened)
  }

  /// Keeps the grant that waits for its exchange, and the job that does it (R17).
  private mutating func keep(_ exchange: ExchangeDraft, of attempt: SignInAttempt, on row: inout AccountRow)
    throws(StoreError) -> (Grant.ID, Job.ID?)
  {
    let grant = Grant(
      id: Grant.ID(number: 0), account: row.account.id, subject: attempt.identity.subject,
      clientID: exchange.clientID, codeHash: exchange.codeHash, authorizedAt: attempt.now,
      state: exchange.isDone ? .kept : .waiting, sealedToken: exchange.isDone ? exchange.sealed : nil,
      checkedAt: exchange.isDone ? attempt.now : nil)
    var kept = try insert(grant, account: row)
    row.newestGrant = kept.grant.id
    if exchange.isDone { return (kept.grant.id, nil) }
    let job = try insert(
      JobDraft(
        kind: .exchange, grant: kept.grant.id, subject: grant.subject, clientID: grant.clientID,
        sealed: exchange.sealed, authorizedAt: attempt.now, dueAt: attempt.now), at: attempt.now)
    kept.job = job
    try update(kept)
    return (kept.grant.id, job)
  }

  private mutating func spend(_ attempt: SignInAttempt, account: Int64?) throws(StoreError) {
    guard let credential = attempt.credential else { return }
    var row = OneTimeRow(purpose: credential.purpose, key: credential.key)
    if let request = credential.request {
      row.request = request.bytes
      row.account = account
      row.at = attempt.now
    }
    _ = try keep(row)
  }

  /// The same request within two minutes gets a fresh session; anything else is a duplicate (R20).
  private mutating func answerAgain(
    _ attempt: SignInAttempt, _ credential: SignInAttempt.Spending, spent: OneTimeRow
  ) throws(StoreError) -> SignInResult {
    guard let request = credential.request, spent.request == request.bytes, let at = spent.at,
      attempt.now - at <= .seconds(120), let key = spent.account, let old = try account(key: key)
    else { return .duplicate }
    guard !old.account.isDisabled else { return .refused(AccountsError(.userDisabled)) }
    guard old.account.identity(of: attempt.identity.provider)?.key == attempt.identity.key,
      try !isEnded(old, openedAt: at)
    else { return .duplicate }
    if let caller = attempt.link?.caller {
      let session = try self.session(caller.session)?.session
      if let refusal = CallerRule.refusal(caller, account: old.account, session: session) {
        return .refused(refusal)
      }
    }
    var row = old
    let session = try open(attempt.session, on: &row, at: attempt.now)
    try note(
      .signedIn, "repeated request", session: session.id, on: &row, at: attempt.now,
      client: attempt.session.client)
    try update(row, was: old)
    return .signedIn(Opened(account: row.account, session: session, grant: row.newestGrant))
  }

  /// Whether what the first answer opened was ended meanwhile, other than by signing out: a repetition must
  /// not open it again (A33).
  private mutating func isEnded(_ row: AccountRow, openedAt at: Timestamp) throws(StoreError) -> Bool {
    if let validSince = row.account.validSince, at < validSince { return true }
    return try sessionChain(of: row).contains { found in
      guard found.session.createdAt == at, let end = found.session.end else { return false }
      return end != .signedOut
    }
  }

  /// Writes an audit row of a refused attempt, one for each way in a window (R42).
  package mutating func noteRefusal(_ refusal: RefusedAttempt) throws(StoreError) -> Bool {
    guard let old = try account(refusal.account) else { return false }
    // The audit of a busy account is not walked to its end: what is let through once in a while is bounded by
    // the limits of attempts.
    var next = old.newestEvent
    for _ in 0..<32 {
      guard let id = next, let (event, previous) = try event(id), event.at > refusal.now - refusal.window
      else { break }
      if event.kind == .signInRefused, event.detail == refusal.client.signed(refusal.way) { return false }
      next = previous
    }
    var row = old
    try note(.signInRefused, refusal.way, on: &row, at: refusal.now, client: refusal.client)
    try update(row, was: old)
    return true
  }

  private mutating func noteRefusal(_ attempt: SignInAttempt, on row: inout AccountRow) throws(StoreError) {
    // Bounded: one refused attempt is noted until something else happens to the account (R42).
    if let newest = row.newestEvent, try event(newest)?.0.kind == .signInRefused { return }
    let old = row
    try note(
      .signInRefused, attempt.identity.provider.rawValue, on: &row, at: attempt.now,
      client: attempt.session.client)
    try update(row, was: old)
  }
}
