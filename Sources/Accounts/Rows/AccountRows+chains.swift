/// Walks and cuts the chains of an account.
extension AccountRows {
  /// The sessions of an account, newest first, ended ones too.
  package mutating func sessionChain(of row: AccountRow) throws(StoreError) -> [SessionRow] {
    var chain: [SessionRow] = []
    var next = row.newestSession
    while let id = next, let session = try session(id) {
      chain.append(session)
      next = session.previous
    }
    return chain
  }

  /// The grants of an account, newest first.
  package mutating func grantChain(of row: AccountRow) throws(StoreError) -> [GrantRow] {
    try grantChain(of: row, limit: .max)
  }

  /// The grants of an account, newest first, at most so many.
  package mutating func grantChain(of row: AccountRow, limit: Int) throws(StoreError) -> [GrantRow] {
    var chain: [GrantRow] = []
    var next = row.newestGrant
    while chain.count < limit, let id = next, let grant = try grant(id) {
      chain.append(grant)
      next = grant.previous
    }
    return chain
  }

  /// The audit rows of an account above a number, newest first.
  package mutating func eventChain(of row: AccountRow, after: Int64) throws(StoreError) -> [AuditEvent] {
    var chain: [AuditEvent] = []
    var next = row.newestEvent
    while let id = next, id > after, let (event, previous) = try event(id) {
      chain.append(event)
      next = previous
    }
    return chain
  }

  /// Ends the sessions of a scope that go on; answers how many.
  @discardableResult
  package mutating func end(
    _ scope: SessionScope, of row: AccountRow, as end: Session.End, at now: Timestamp
  ) throws(StoreError) -> Int {
    var count = 0
    for var session in try sessionChain(of: row) where session.session.end == nil {
      switch scope {
      case .all: break
      case .allBut(let id): if session.session.id == id { continue }
      case .one(let id): if session.session.id != id { continue }
      }
      session.session.end = end
      session.session.endedAt = now
      if end == .accountDeleted {
        session.session.userAgent = nil
        session.session.address = nil
        session.session.customClaims = nil
      }
      try update(session)
      count += 1
    }
    return count
  }

  /// Opens a session in front of the chain; the row is changed but not written.
  package mutating func open(_ draft: SessionDraft, on row: inout AccountRow, at now: Timestamp)
    throws(StoreError) -> Session
  {
    let session = draft.session(of: row.account.id, at: now)
    try insert(SessionRow(session: session, accountKey: row.key, previous: row.newestSession))
    row.newestSession = session.id
    return session
  }

  /// Adds an audit row in front of the chain; the account's row is changed but not written.
  package mutating func note(
    _ kind: AuditEvent.Kind, _ detail: String? = nil, session: Session.ID? = nil, on row: inout AccountRow,
    at now: Timestamp, client: ClientFacts
  ) throws(StoreError) {
    row.newestEvent = try appendEvent(
      EventDraft(kind: kind, detail: client.signed(detail), session: session), to: row, at: now,
      address: client.address)
  }

  /// Makes revocation jobs of an account's grants and erases their tokens (R26a); answers how many.
  package mutating func revokeGrants(of row: AccountRow, at now: Timestamp) throws(StoreError) -> Int {
    var count = 0
    for var row in try grantChain(of: row) {
      switch row.grant.state {
      case .kept:
        guard let sealed = row.grant.sealedToken else { continue }
        _ = try insert(
          JobDraft(
            kind: .revoke, grant: row.grant.id, subject: row.grant.subject, clientID: row.grant.clientID,
            sealed: sealed, authorizedAt: row.grant.authorizedAt, dueAt: now), at: now)
      case .waiting:
        // The code is exchanged only to be revoked. When it is due stays: somebody may be at it, and a
        // second exchange of one code would lose what the first one gave.
        guard let id = row.job, var job = try job(id) else { continue }
        job.draft.kind = .exchangeAndRevoke
        // From here on it is a revocation: a later authorization supersedes it (R36).
        job.createdAt = now
        try update(job)
      case .missing, .revoked: continue
      }
      row.grant.revoke(at: now)
      row.job = nil
      try update(row)
      count += 1
    }
    return count
  }

  /// Who has address, number or an identity of an account that is to be written, other than itself.
  package mutating func conflict(of account: Account, key: Int64?, was old: Account?, onePerEmail: Bool)
    throws(StoreError) -> AccountsError?
  {
    if onePerEmail, let email = account.email, email != old?.email,
      let other = try self.account(email: email), other.key != key
    {
      return AccountsError(.emailExists)
    }
    if let phone = account.phoneNumber, phone != old?.phoneNumber,
      let other = try self.account(phone: phone), other.key != key
    {
      return AccountsError(.phoneNumberExists)
    }
    for identity in account.identities where old?.identity(of: identity.provider)?.key != identity.key {
      if let other = try self.account(identity: identity.key), other.key != key {
        return AccountsError(.federatedUserIDAlreadyLinked)
      }
    }
    return nil
  }
}
