package import BramleyCrypto

extension Accounts {
  /// Refreshes a session (R31–R34).
  ///
  /// Throws `MISSING_REFRESH_TOKEN`, `INVALID_REFRESH_TOKEN` for garbage (without asking the store) and for
  /// what the store does not know, `TOKEN_EXPIRED`, `USER_NOT_FOUND`, `USER_DISABLED`.
  package func refresh(_ token: Secret, client: ClientFacts = ClientFacts()) async throws(AccountsError)
    -> RefreshedSession
  {
    guard !token.isEmpty else { throw AccountsError(.missingRefreshToken) }
    guard let content = refreshTokens.decode(token, as: .refresh) else {
      throw AccountsError(.invalidRefreshToken, reason: "not one of ours")
    }
    if client.isLimited {
      try await limiter.spend([Limiter.Attempt(.refresh, content.session.text)])
    }
    return try await rotate(session: content.session, generation: content.generation, client)
  }

  func rotate(session: Session.ID, generation: Int64, _ client: ClientFacts) async throws(AccountsError)
    -> RefreshedSession
  {
    let now = time.now()
    let rotation = Rotation(
      session: session, generation: generation, now: now, idle: policy.sessionIdle,
      absolute: policy.sessionAbsolute, grace: policy.predecessorGrace, address: client.address)
    let result = try await stored { (store) throws(StoreError) in try await store.rotate(rotation) }
    switch result {
    case .refused(let error): throw error
    case .rotated(let account, let session, let generation):
      return RefreshedSession(
        account: account, tokens: try sessionTokens(account, session, generation: generation, at: now))
    }
  }

  /// The tokens of a session: by default of its current generation.
  func sessionTokens(_ account: Account, _ session: Session, generation: Int64? = nil, at now: Timestamp)
    throws(AccountsError) -> SessionTokens
  {
    let signedUnder = tokens.signer.generation
    let idToken = try tokens.idToken(of: account, in: session, at: now)
    if let text = idToken.revealText() {
      // Filled on issue: the client's first call costs no signature check.
      callers.remember(
        CallerCheck(
          account: account.id, session: session.id, issuedAt: Timestamp(seconds: now.seconds)),
        as: SHA256.digest(utf8: text), until: (now + policy.tokenLifetime).seconds,
        generation: signedUnder)
    }
    return SessionTokens(
      idToken: idToken,
      refreshToken: refreshTokens.encode(
        .init(session: session.id, generation: generation ?? session.generation), as: .refresh),
      lifetime: policy.tokenLifetime, session: session.id)
  }

  /// Makes a session cookie from an ID token; it lives 300 s to 14 days, else `INVALID_DURATION`.
  package func sessionCookie(idToken: String, lifetime: Duration = .seconds(1_209_600))
    async throws(AccountsError) -> Secret
  {
    guard lifetime >= .seconds(300), lifetime <= .seconds(1_209_600) else {
      throw AccountsError(.invalidDuration)
    }
    let caller = try await caller(idToken: idToken)
    return try tokens.sessionCookie(
      of: caller.account, in: caller.session, at: time.now(), lifetime: lifetime)
  }
}
