/// Sessions: reading, rotating, ending.
extension AccountRows {
  package mutating func sessionAndAccount(_ id: Session.ID) throws(StoreError) -> (
    session: SessionRow, account: AccountRow?
  )? {
    guard let row = try session(id) else { return nil }
    return (row, try account(key: row.accountKey))
  }

  package mutating func state(of id: Session.ID) throws(StoreError) -> SessionState? {
    guard let (row, found) = try sessionAndAccount(id) else { return nil }
    guard var account = found?.account else { return SessionState(session: row.session, account: nil) }
    account.lastRefreshAt = row.session.lastUsedAt
    return SessionState(session: row.session, account: account)
  }

  package mutating func sessions(of id: Account.ID) throws(StoreError) -> [Session] {
    guard let row = try account(id) else { return [] }
    return try sessionChain(of: row).map(\.session).filter { $0.end == nil }
  }

  package mutating func sessionHistory(of id: Account.ID) throws(StoreError) -> [Session] {
    guard let row = try account(id) else { return [] }
    return try sessionChain(of: row).map(\.session)
  }

  package mutating func rotate(_ rotation: Rotation) throws(StoreError) -> RotationResult {
    guard case (var row, let account)? = try sessionAndAccount(rotation.session) else {
      return .refused(AccountsError(.invalidRefreshToken))
    }
    switch RotationRule.decide(rotation, session: row.session, account: account?.account) {
    case .refused(let error): return .refused(error)
    case .answerAgain(let generation):
      guard let account else { return .refused(AccountsError(.userNotFound)) }
      return .rotated(account.account, row.session, generation: generation)
    case .rotate(let generation), .follow(let generation):
      guard let old = account else { return .refused(AccountsError(.userNotFound)) }
      let follows = generation != row.session.generation + 1
      row.session = RotationRule.rotated(row.session, to: generation, now: rotation.now)
      try update(row)
      if follows {
        try note(.generationFollowed, on: old, session: row.session.id, rotation)
      }
      return .rotated(old.account, row.session, generation: generation)
    case .reuse:
      row.session.end = .reuse
      row.session.endedAt = rotation.now
      try update(row)
      if let account { try note(.refreshTokenReused, on: account, session: row.session.id, rotation) }
      return .refused(AccountsError(.tokenExpired, reason: "refresh token reused"))
    }
  }

  private mutating func note(
    _ kind: AuditEvent.Kind, on old: AccountRow, session: Session.ID, _ rotation: Rotation
  ) throws(StoreError) {
    var row = old
    try note(
      kind, session: session, on: &row, at: rotation.now, client: ClientFacts(address: rotation.address))
    try update(row, was: old)
  }

  package mutating func noteUse(of id: Session.ID, generation: Int64, at now: Timestamp) throws(StoreError) {
    guard var row = try session(id), row.session.end == nil, row.session.generation == generation,
      row.session.successorUsedAt == nil
    else { return }
    row.session.successorUsedAt = now
    try update(row)
  }

  package mutating func end(_ id: Session.ID, as end: Session.End, at now: Timestamp) throws(StoreError)
    -> Bool
  {
    guard var row = try session(id), row.session.end == nil else { return false }
    row.session.end = end
    row.session.endedAt = now
    try update(row)
    if let old = try account(key: row.accountKey) {
      var account = old
      try note(.sessionEnded, session: id, on: &account, at: now, client: ClientFacts())
      try update(account, was: old)
    }
    return true
  }

  package mutating func events(of id: Account.ID, after: Int64, limit: Int) throws(StoreError) -> [AuditEvent]
  {
    guard let row = try account(id) else { return [] }
    return Array(try eventChain(of: row, after: after).reversed().prefix(limit))
  }

  package mutating func consents(of id: Account.ID) throws(StoreError) -> [Consent] {
    guard let row = try account(id) else { return [] }
    return try consents(of: row)
  }

  package mutating func grants(of id: Account.ID) throws(StoreError) -> [Grant] {
    guard let row = try account(id) else { return [] }
    return try grantChain(of: row, limit: Grant.listed).map(\.grant)
  }
}
