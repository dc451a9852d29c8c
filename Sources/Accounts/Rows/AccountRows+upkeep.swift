/// One-time rows, Apple's events, jobs and sweeping.
extension AccountRows {
  package mutating func keep(_ payload: [UInt8], purpose: OneTimePurpose, key: OneTimeKey) throws(StoreError)
    -> Bool
  {
    try keep(OneTimeRow(purpose: purpose, key: key, payload: payload))
  }

  package mutating func peek(purpose: OneTimePurpose, key: OneTimeKey, now: Timestamp) throws(StoreError)
    -> [UInt8]?
  {
    guard key.expiry > now else { return nil }
    return try oneTime(purpose, key)?.payload
  }

  package mutating func take(purpose: OneTimePurpose, key: OneTimeKey, now: Timestamp) throws(StoreError)
    -> [UInt8]?
  {
    guard let payload = try peek(purpose: purpose, key: key, now: now) else { return nil }
    try removeOneTime(purpose, key)
    return payload
  }

  package mutating func apply(_ event: AppleReport) throws(StoreError) -> AppleReportResult {
    if let key = event.notification {
      guard try keep(OneTimeRow(purpose: .notification, key: key)) else { return .repeated }
    }
    guard let old = try account(identity: event.identity) else { return .unknown }
    var row = old
    let newest = try old.newestGrant.flatMapRow { (id) throws(StoreError) in try grant(id)?.grant }
    if AppleReportRule.isStale(event, account: old.account, newestGrant: newest) {
      try note(.appleEventIgnored, on: &row, at: event.now, client: ClientFacts())
      try update(row, was: old)
      return .ignored(old.account.id)
    }
    try note(AppleReportRule.note(event.kind), on: &row, at: event.now, client: ClientFacts())
    switch event.kind {
    case .relayDisabled, .relayEnabled: break
    case .consentRevoked, .accountDeleted:
      try end(.all, of: old, as: .apple, at: event.now)
      // Nothing is left at Apple to revoke; the tokens are dead.
      for var grant in try grantChain(of: old) where grant.grant.state != .revoked {
        if let job = grant.job { try removeJob(job) }
        grant.grant.state = .revoked
        grant.grant.sealedToken = nil
        grant.job = nil
        try update(grant)
      }
    }
    if let account = AppleReportRule.applied(event, to: old.account) {
      row.account = account
    } else {
      // Due at once: the caller's sweep deletes it with everything that belongs to a deletion.
      row.account.deletesAt = event.now
    }
    try update(row, was: old)
    return .applied(old.account.id)
  }

  package mutating func sweep(_ rule: SweepRule) throws(StoreError) -> SweepReport {
    var report = SweepReport()
    report.oneTimeRows = try purgeOneTime(expiredBefore: rule.now)
    report.sessions = try sweepSessions(rule)
    report.due = try dueAccounts(
      at: rule.now, anonymousBefore: rule.now - rule.anonymous, limit: rule.limit)
    return report
  }

  /// Looks at the next stretch of sessions and removes those that are over; a mark in the settings keeps
  /// the place, so that one run stays short.
  private mutating func sweepSessions(_ rule: SweepRule) throws(StoreError) -> Int {
    let mark = try setting(Self.sweepMark).flatMap { String(decoding: $0, as: UTF8.self) } ?? "0"
    let start = Session.ID(number: Int64(mark) ?? 0)
    let rows = try sessions(after: start, before: Session.ID(number: .max), limit: rule.limit)
    var count = 0
    for row in rows where isOver(row.session, rule) {
      if let account = try account(key: row.accountKey) {
        count += try unchain(row, from: account)
      } else {
        try removeSession(row.session.id)
        count += 1
      }
    }
    let next = rows.count < rule.limit ? 0 : rows.last?.session.id.number ?? 0
    try setSetting(Self.sweepMark, Array(String(next).utf8))
    return count
  }

  private static var sweepMark: String { "sweep/sessions" }

  private func isOver(_ session: Session, _ rule: SweepRule) -> Bool {
    if let ended = session.endedAt { return rule.now - ended > rule.keepsEnded }
    if let absolute = rule.absolute, rule.now - session.createdAt > absolute + rule.keepsEnded { return true }
    return rule.now - session.lastUsedAt > rule.idle + rule.keepsEnded
  }

  /// Takes a session out of its chain; 1 when it was there.
  private mutating func unchain(_ found: SessionRow, from old: AccountRow) throws(StoreError) -> Int {
    // Read again: its neighbour in the chain may have been taken out since it was found.
    guard let row = try session(found.session.id) else { return 0 }
    if old.newestSession == row.session.id {
      var account = old
      account.newestSession = row.previous
      try update(account, was: old)
    } else {
      var next = old.newestSession
      while let id = next, var newer = try session(id) {
        if newer.previous == row.session.id {
          newer.previous = row.previous
          try update(newer)
          break
        }
        next = newer.previous
      }
    }
    try removeSession(row.session.id)
    return 1
  }
}

extension Optional {
  /// `flatMap` for closures with the store's error.
  fileprivate func flatMapRow<Answer>(_ transform: (Wrapped) throws(StoreError) -> Answer?) throws(StoreError)
    -> Answer?
  {
    switch self {
    case .some(let wrapped): try transform(wrapped)
    case .none: nil
    }
  }
}
