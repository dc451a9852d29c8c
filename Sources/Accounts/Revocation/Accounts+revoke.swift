import AppleIDClient
package import BramleyCrypto

extension Accounts {
  /// Revokes the Apple grant that a code or handle names (wire §4.9, R16, R18, R21, R28).
  ///
  /// The session goes on and the account stays. With a fresh code of the account's own subject the sign-in
  /// counts as recent afterwards, so that revoke-then-delete works at any age.
  ///
  /// Throws `OPERATION_NOT_ALLOWED` without a key for client secrets, `INVALID_IDP_RESPONSE` for what Apple
  /// refuses or is another person's, `UNAVAILABLE` while Apple is down.
  package func revoke(
    _ token: Secret, kind: RevokedTokenKind, idToken: String, redirectURI: String? = nil,
    client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) {
    let now = time.now()
    let check = try check(idToken: idToken, at: now)
    let caller = try await caller(of: check)
    guard policy.apple.canExchange else {
      throw AccountsError(
        .operationNotAllowed, "Revocation is not configured.", reason: "apple.keyId, apple.privateKey")
    }
    guard let text = token.revealText(), !text.isEmpty, text.utf8.count <= 2048 else {
      throw refusedToken("empty or too long")
    }
    let grants = try await grants(of: caller.account.id)
    // A handle of ours is recognised first, whatever kind the client calls it (R16, R21).
    if let named = grant(ofHandle: text) {
      guard named.account == caller.account.id, let grant = grants.first(where: { $0.id == named.grant })
      else { throw refusedToken("another person's handle") }
      try await revoke(grant, of: caller, at: now)
      return
    }
    let hash = Array(SHA256.digest(utf8: text).bytes.prefix(16))
    if let spent = grants.first(where: { constantTimeEquals($0.codeHash, hash) }) {
      // The sign-in spent this very code already (R18).
      try await revoke(spent, of: caller, at: now)
      return
    }
    try await revoke(code: text, of: caller, check, redirectURI: redirectURI, client, at: now)
  }

  private func refusedToken(_ reason: String) -> AccountsError {
    AccountsError(.invalidIdPResponse, "Error getting access token from Apple.", reason: reason)
  }

  /// Revokes a grant at Apple and waits for it; while Apple is down a job goes on.
  private func revoke(_ grant: Grant, of caller: Caller, at now: Timestamp) async throws(AccountsError) {
    switch grant.state {
    // Repeated revocation with no newer token is accepted (wire §4.9).
    case .revoked: return
    case .missing: throw refusedToken("the grant is missing")
    case .waiting:
      // Its exchange is under way; the answer says to come again in a moment.
      throw AccountsError(
        .unavailable, "The sign-in is still being completed with Apple. Please try again.",
        retryAfter: .seconds(2), reason: "exchange waits")
    case .kept: break
    }
    guard let sealed = grant.sealedToken else { throw refusedToken("no token is kept") }
    let draft = JobDraft(
      kind: .revoke, grant: grant.id, subject: grant.subject, clientID: grant.clientID, sealed: sealed,
      authorizedAt: grant.authorizedAt, dueAt: now)
    try await finish(draft, at: now)
  }

  /// Writes the job first, then does it: whatever happens between, the revocation is not forgotten.
  private func finish(_ draft: JobDraft, at now: Timestamp) async throws(AccountsError) {
    // Written as claimed: another worker that took it up now would let this answer go out before Apple's.
    var draft = draft
    draft.dueAt = now + JobSchedule.lease
    let claimed = draft
    let id = try await stored { (store) throws(StoreError) in try await store.enqueue(claimed, at: now) }
    try await run(Job(id: id, draft: claimed, createdAt: now, attempts: 1))
    let left = try await stored { (store) throws(StoreError) in try await store.hasJob(id) }
    guard left else { return }
    throw AccountsError(
      .unavailable, "Apple cannot be reached now; the revocation goes on by itself.",
      retryAfter: .seconds(5), reason: "revocation waits for Apple")
  }

  private func revoke(
    code: String, of caller: Caller, _ check: CallerCheck, redirectURI: String?, _ client: ClientFacts,
    at now: Timestamp
  ) async throws(AccountsError) {
    guard let identity = caller.account.identity(of: .apple) else { throw refusedToken("no Apple identity") }
    guard let clientID = clientID(of: caller, client) else { throw refusedToken("no client id fits") }
    let pending = PendingExchange(clientID: clientID, code: code, redirectURI: redirectURI)
    let answer: AppleTokenAnswer
    do throws(AppleServiceError) {
      answer = try await apple.exchange(
        AppleCodeExchange(code: Secret(utf8: code), clientID: clientID, redirectURI: redirectURI))
    } catch {
      if error.isRetryable {
        try await enqueueExchange(pending, subject: identity.subject, at: now)
        throw AccountsError(unreachable: error)
      }
      throw AccountsError(exchange: error)
    }
    guard let verified = await verified(answer.identityToken, clientID: clientID),
      let subject = try await subject(of: caller.account, provenBy: verified)
    else { throw refusedToken("another person's code") }
    _ = try await change(target(check, client, at: now)) { change -> Verdict<Bool> in
      change.renewsCaller = true
      change.note(.reauthenticated, "code at revocation")
      return .commit(true)
    }
    guard let token = answer.refreshToken else { return }
    let sealed = try vault.seal(token.reveal(), for: .appleToken(subject: subject, clientID: clientID))
    // Apple's revocation ends the whole grant, so the account's newest one is over with it.
    let kept = try await grants(of: caller.account.id).first { $0.clientID == clientID }
    try await finish(
      JobDraft(
        kind: .revoke, grant: kept?.id, subject: subject, clientID: clientID, sealed: sealed,
        authorizedAt: now, dueAt: now), at: now)
  }

  private func enqueueExchange(_ pending: PendingExchange, subject: String, at now: Timestamp)
    async throws(AccountsError)
  {
    let draft = try draft(pending, subject: subject)
    let job = JobDraft(
      kind: .exchangeAndRevoke, grant: nil, subject: subject, clientID: pending.clientID,
      sealed: draft.sealed, authorizedAt: now, dueAt: now + .seconds(2))
    _ = try await stored { (store) throws(StoreError) in try await store.enqueue(job, at: now) }
  }

  /// The client id of a code that stands alone (R16): the session's last Apple sign-in, the app's bundle id
  /// if it is listed, the only bundle id.
  private func clientID(of caller: Caller, _ client: ClientFacts) -> String? {
    let listed = policy.apple.clientIDs
    if let id = caller.session.clientID, listed.contains(id) { return id }
    if let id = client.bundleID, listed.contains(id) { return id }
    return policy.apple.bundleIDs.count == 1 ? policy.apple.bundleIDs.first : nil
  }
}
