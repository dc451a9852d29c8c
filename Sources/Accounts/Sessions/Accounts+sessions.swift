package import BramleyCrypto

extension Accounts {
  /// The sessions of the caller that have not ended, newest first.
  package func sessions(idToken: String) async throws(AccountsError) -> [Session] {
    let caller = try await caller(idToken: idToken)
    return try await stored { (store) throws(StoreError) in try await store.sessions(of: caller.account.id) }
  }

  /// Ends sessions of the caller; one that has ended already, or is another person's, is left alone.
  package func endSessions(
    _ which: SessionSelection, idToken: String, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) {
    let now = time.now()
    let check = try check(idToken: idToken, at: now)
    _ = try await change(target(check, client, at: now)) { change -> Verdict<Bool> in
      switch which {
      case .one(let id):
        change.ends = .one(id)
        change.events = [EventDraft(kind: .sessionEnded, session: id)]
      case .others:
        change.ends = .allBut(check.session)
        change.note(.sessionsEnded, "others")
      case .all:
        change.ends = .all
        change.note(.sessionsEnded, "all")
      }
      change.endReason = .ended
      return .commit(true)
    }
  }

  /// Ends all sessions of an account as an administrator.
  package func endSessions(of id: Account.ID) async throws(AccountsError) {
    _ = try await change(target(id, at: time.now())) { change -> Verdict<Bool> in
      change.ends = .all
      change.endReason = .ended
      change.note(.sessionsEnded, "administrator")
      return .commit(true)
    }
  }

  /// The sessions of an account that are kept, ended ones too, for the person's own data (R44).
  package func sessionHistory(of id: Account.ID) async throws(AccountsError) -> [Session] {
    try await stored { (store) throws(StoreError) in try await store.sessionHistory(of: id) }
  }

  /// The sessions of an account that have not ended, for administrators.
  package func sessions(of id: Account.ID) async throws(AccountsError) -> [Session] {
    try await stored { (store) throws(StoreError) in try await store.sessions(of: id) }
  }

  /// Ends the session of a refresh token; a token that is not good any more is no error.
  package func signOut(_ refreshToken: Secret, client: ClientFacts = ClientFacts())
    async throws(AccountsError)
  {
    guard let content = refreshTokens.decode(refreshToken, as: .refresh) else { return }
    let now = time.now()
    _ = try await stored { (store) throws(StoreError) in
      try await store.end(content.session, as: .signedOut, at: now)
    }
  }

  /// The browser token of a session, for a page's cookie: opaque, and nothing for a client's refresh.
  package func browserToken(for session: Session.ID) -> Secret {
    refreshTokens.encode(.init(session: session, generation: 0), as: .browser)
  }

  /// Checks a browser token and its session; `TOKEN_EXPIRED` also when the session was idle too long.
  package func caller(browserToken: String) async throws(AccountsError) -> Caller {
    guard let content = refreshTokens.decode(Secret(utf8: browserToken), as: .browser) else {
      throw AccountsError(.invalidIDToken, reason: "browser token")
    }
    let now = time.now()
    let state = try await stored { (store) throws(StoreError) in
      try await store.state(of: content.session)
    }
    guard let state else { throw AccountsError(.tokenExpired, reason: "session swept") }
    // Judged as a refresh with the current generation would be, without moving it.
    let rotation = Rotation(
      session: content.session, generation: state.session.generation, now: now, idle: policy.sessionIdle,
      absolute: policy.sessionAbsolute)
    if case .refused(let error) = RotationRule.decide(
      rotation, session: state.session, account: state.account)
    {
      throw error
    }
    guard let account = state.account else { throw AccountsError(.userNotFound) }
    return Caller(account: account, session: state.session, issuedAt: now)
  }

  /// Ends the session of a browser token.
  package func signOut(browserToken: String) async throws(AccountsError) {
    guard let content = refreshTokens.decode(Secret(utf8: browserToken), as: .browser) else { return }
    let now = time.now()
    _ = try await stored { (store) throws(StoreError) in
      try await store.end(content.session, as: .signedOut, at: now)
    }
  }

  /// An ID token for the session of a browser token, so that pages use the same operations as clients.
  package func idToken(of caller: Caller) throws(AccountsError) -> Secret {
    try tokens.idToken(of: caller.account, in: caller.session, at: time.now())
  }
}
