import BramleyCrypto

extension Accounts {
  /// Checks an ID token: signature, expiry, account, `validSince`, disabled, session (R11, R15, wire §4).
  ///
  /// Throws `MISSING_ID_TOKEN`, `INVALID_ID_TOKEN`, `TOKEN_EXPIRED`, `USER_NOT_FOUND` or `USER_DISABLED`.
  package func caller(idToken: String) async throws(AccountsError) -> Caller {
    try await caller(of: check(idToken: idToken, at: time.now()))
  }

  /// Checks a session cookie the same way; its issuer is another, so neither passes for the other.
  package func caller(sessionCookie: String) async throws(AccountsError) -> Caller {
    try await caller(of: check(idToken: sessionCookie, issuer: policy.cookieIssuer, at: time.now()))
  }

  /// The claims of an ID token whose signature and times are good; the rows are still to be asked.
  func check(idToken: String, issuer: String? = nil, at now: Timestamp) throws(AccountsError) -> CallerCheck {
    guard !idToken.isEmpty else { throw AccountsError(.missingIDToken) }
    let issuer = issuer ?? policy.issuer
    let digest = SHA256.digest(utf8: issuer == policy.issuer ? idToken : "cookie " + idToken)
    let generation = tokens.signer.generation
    if let known = callers.check(of: digest, at: now, generation: generation) { return known }
    guard let payload = tokens.signer.claims(of: idToken), let claims = OwnTokenClaims(payload),
      claims.iss == issuer, claims.aud == policy.projectID,
      let account = Account.ID(claims.sub), let session = Session.ID(text: claims.sid)
    else { throw AccountsError(.invalidIDToken) }
    guard now.seconds < claims.exp else { throw AccountsError(.tokenExpired, reason: "exp") }
    let check = CallerCheck(
      account: account, session: session, issuedAt: Timestamp(seconds: claims.iat))
    callers.remember(check, as: digest, until: claims.exp, generation: generation)
    return check
  }

  /// Judges checked claims against the rows, and notes that the session's generation is in use (R31).
  func caller(of check: CallerCheck) async throws(AccountsError) -> Caller {
    let state = try await stored { (store) throws(StoreError) in try await store.state(of: check.session) }
    var account = state?.account
    if state == nil {
      // A swept session: the account decides between "deleted" and "ended".
      account = try await stored { (store) throws(StoreError) in
        try await store.accounts(by: [.id(check.account)])
      }.first
    }
    if let refusal = CallerRule.refusal(check, account: account, session: state?.session) { throw refusal }
    guard let account, let session = state?.session else { throw AccountsError(.userNotFound) }
    noteUse(of: session, issuedAt: check.issuedAt)
    return Caller(account: account, session: session, issuedAt: check.issuedAt)
  }

  /// A token issued at or after the rotation proves that the rotation's answer arrived. Written once for
  /// each rotation, later than the answer to the caller: it may be noted late.
  private func noteUse(of session: Session, issuedAt: Timestamp) {
    guard session.generation > 1, session.successorUsedAt == nil,
      issuedAt.seconds >= session.rotatedAt.seconds
    else { return }
    let now = time.now()
    startWork { [store, log] in
      do throws(StoreError) {
        try await store.noteUse(of: session.id, generation: session.generation, at: now)
      } catch {
        log("The use of a session was not noted: \(error.description)")
      }
    }
  }

  /// A change by the caller of an ID token.
  func target(_ check: CallerCheck, _ client: ClientFacts, at now: Timestamp) -> ChangeTarget {
    ChangeTarget(
      account: check.account, caller: check, client: client, now: now, onePerEmail: onePerEmail)
  }

  /// A change by an administrator or by ourselves.
  func target(_ id: Account.ID, _ client: ClientFacts = ClientFacts(), at now: Timestamp) -> ChangeTarget {
    ChangeTarget(account: id, client: client, now: now, onePerEmail: onePerEmail)
  }

  /// Runs a change; its refusal is thrown.
  ///
  /// - Parameter message: The message that the rule may post; its job is started at once.
  func change<Answer: Sendable>(
    _ target: ChangeTarget, posting message: PreparedMessage? = nil,
    _ rule: @escaping @Sendable (inout AccountChange) -> Verdict<Answer>
  ) async throws(AccountsError) -> Changed<Answer> {
    let result = try await stored { (store) throws(StoreError) in try await store.change(target, rule) }
    switch result {
    case .changed(let changed):
      if let message, !changed.jobs.isEmpty { delivery.posted(message.message) }
      for job in changed.jobs { start(job) }
      return changed
    case .refused(let error): throw error
    }
  }
}
