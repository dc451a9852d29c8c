/// One-time rows and Apple's events.
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
        grant.grant.revoke(at: event.now)
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
