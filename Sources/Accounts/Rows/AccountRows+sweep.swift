/// Sweeping what has expired and what is kept no longer (R29, R34, R44).
extension AccountRows {
  package mutating func sweep(_ rule: SweepRule) throws(StoreError) -> SweepReport {
    let retention = rule.retention
    var report = SweepReport()
    report.oneTimeRows = try purgeOneTime(
      expiredBefore: rule.now - rule.clockMargin, limit: rule.purgeLimit)
    report.leases = try purgeLeases(expiredBefore: rule.now, limit: rule.purgeLimit)
    if max(report.oneTimeRows, report.leases) == rule.purgeLimit { report.isUnfinished = true }
    try sweepSessions(rule, &report)
    try sweepGrants(rule, &report)
    // Before the addresses: what goes needs no other change.
    report.events = try removeEvents(before: rule.now - retention.audit, limit: rule.limit)
    try sweepEventAddresses(rule, &report)
    report.tombstones = try removeTombstones(before: rule.now - retention.tombstones, limit: rule.limit)
    if report.events == rule.limit || report.tombstones == rule.limit { report.isUnfinished = true }
    report.due = try dueAccounts(at: rule.now, limit: rule.limit)
    try sweepAnonymous(rule, &report)
    return report
  }

  /// Where the last run stopped; marks in the settings keep each run short.
  private mutating func place(_ mark: String) throws(StoreError) -> Int64 {
    try setting(mark).flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? 0
  }

  private mutating func setPlace(_ mark: String, _ place: Int64) throws(StoreError) {
    try setSetting(mark, Array(String(place).utf8))
  }

  // MARK: Accounts

  /// Looks at the next stretch of anonymous accounts; those that are in use stay, however many there are.
  private mutating func sweepAnonymous(_ rule: SweepRule, _ report: inout SweepReport) throws(StoreError) {
    let start = try place("sweep/anonymous")
    let rows = try anonymousAccounts(after: start, limit: rule.limit)
    let known = Set(report.due)
    report.due += rows.filter { $0.usedAt < rule.now - rule.anonymous && !known.contains($0.id) }.map(\.id)
    let isUnfinished = rows.count == rule.limit
    if isUnfinished { report.isUnfinished = true }
    let end = isUnfinished ? rows.last?.key ?? 0 : 0
    if end != start { try setPlace("sweep/anonymous", end) }
  }

  // MARK: Sessions

  /// Looks at the next stretch of sessions: removes those that are over, and addresses that are too old.
  private mutating func sweepSessions(_ rule: SweepRule, _ report: inout SweepReport) throws(StoreError) {
    let start = Session.ID(number: try place("sweep/sessions"))
    let rows = try sessions(after: start, before: Session.ID(number: .max), limit: rule.limit)
    for row in rows {
      if isOver(row.session, rule) {
        if let account = try account(key: row.accountKey) {
          report.sessions += try unchain(row, from: account)
        } else {
          try removeSession(row.session.id)
          report.sessions += 1
        }
      } else if row.session.address != nil, rule.now - row.session.lastUsedAt > rule.retention.addresses,
        // Read again: its neighbour in the chain may have been taken out since it was found.
        var found = try session(row.session.id)
      {
        found.session.address = nil
        try update(found)
        report.addresses += 1
      }
    }
    if rows.count == rule.limit { report.isUnfinished = true }
    try setPlace("sweep/sessions", rows.count < rule.limit ? 0 : rows.last?.session.id.number ?? 0)
  }

  private func isOver(_ session: Session, _ rule: SweepRule) -> Bool {
    let keeps = rule.retention.sessions
    if let ended = session.endedAt { return rule.now - ended > keeps }
    if let absolute = rule.absolute, rule.now - session.createdAt > absolute + keeps { return true }
    return rule.now - session.lastUsedAt > rule.idle + keeps
  }

  /// Takes a session out of its chain; 1 when it was there.
  private mutating func unchain(_ found: SessionRow, from old: AccountRow) throws(StoreError) -> Int {
    // Read again, as above.
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

  // MARK: Grants

  /// Looks at the next stretch of grants and cuts the chains of the accounts that have old ones there.
  private mutating func sweepGrants(_ rule: SweepRule, _ report: inout SweepReport) throws(StoreError) {
    let start = Grant.ID(number: try place("sweep/grants"))
    let rows = try grants(after: start, limit: rule.limit)
    var seen: Set<Int64> = []
    for row in rows where isOld(row.grant, rule) && seen.insert(row.accountKey).inserted {
      guard let account = try account(key: row.accountKey) else { continue }
      report.grants += try cutGrants(of: account, rule)
    }
    try setPlace("sweep/grants", rows.count < rule.limit ? 0 : rows.last?.grant.id.number ?? 0)
    if rows.count == rule.limit { report.isUnfinished = true }
  }

  private func isOld(_ grant: Grant, _ rule: SweepRule) -> Bool {
    rule.now - grant.authorizedAt > rule.retention.grants
  }

  /// Removes what is old and over from a chain. The newest grant stays whatever it is: events of Apple are
  /// compared with it (R35). Of tokens that Apple gave one client for one person one is enough, since
  /// revoking any of them ends the authorization.
  private mutating func cutGrants(of account: AccountRow, _ rule: SweepRule) throws(StoreError) -> Int {
    var kept: [GrantRow] = []
    var replaced: Set<[String]> = []
    var count = 0
    for row in try grantChain(of: account) {
      let holder = [row.grant.subject, row.grant.clientID]
      let isUseless =
        switch row.grant.state {
        case .revoked, .missing: true
        case .kept: replaced.contains(holder)
        case .waiting: false
        }
      if !kept.isEmpty, isUseless, row.job == nil, isOld(row.grant, rule) {
        try removeGrant(row.grant.id)
        count += 1
        continue
      }
      if row.grant.state == .kept { replaced.insert(holder) }
      kept.append(row)
    }
    guard count > 0 else { return 0 }
    for (index, row) in kept.enumerated() {
      let previous = index + 1 < kept.count ? kept[index + 1].grant.id : nil
      guard row.previous != previous else { continue }
      var row = row
      row.previous = previous
      try update(row)
    }
    return count
  }

  // MARK: Audit

  /// Takes addresses off the next stretch of audit rows that are old enough.
  private mutating func sweepEventAddresses(_ rule: SweepRule, _ report: inout SweepReport)
    throws(StoreError)
  {
    let start = try place("sweep/addresses")
    let (count, last) = try eraseEventAddresses(
      after: start, before: rule.now - rule.retention.addresses, limit: rule.limit)
    report.addresses += count
    if count == rule.limit { report.isUnfinished = true }
    if last > start { try setPlace("sweep/addresses", last) }
  }
}
