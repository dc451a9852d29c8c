extension Accounts {
  /// Signs in with a code of a mail link, or gives its address to the account of an ID token (wire §4.12).
  ///
  /// The address is proven by it, so an unverified account without any proven identity loses what somebody
  /// else may have put there first (R26c); one with a proven identity loses the address instead (R23).
  ///
  /// Throws `MISSING_EMAIL`, `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `INVALID_EMAIL` when the address is
  /// another, `EMAIL_EXISTS`, `USER_DISABLED`, and what ``caller(idToken:)`` throws, and
  /// `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` where the account has another address already.
  ///
  /// - Parameter posting: Makes the link of the mail that tells such an address of the change.
  package func signIn(
    emailLink code: String, email: String?, linkTo idToken: String? = nil, posting: Posting? = nil,
    client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> SignedIn {
    try await admit(.signIn, client)
    let now = time.now()
    var check: CallerCheck?
    if let idToken { check = try self.check(idToken: idToken, at: now) }
    let address = try address(email)
    guard try await inspect(outOfBandCode: code).email == address else {
      throw AccountsError(.invalidEmail, "The email provided does not match the sign-in email address.")
    }
    if let check { return try await link(address, by: code, check, posting, client, at: now) }
    _ = try await take(code, for: [.emailSignIn])
    let session = SessionDraft(id: identifiers.sessionID(), provider: .password, client: client)
    return try await enter(address, session, client, at: now)
  }

  private func link(
    _ address: String, by code: String, _ check: CallerCheck, _ posting: Posting?, _ client: ClientFacts,
    at now: Timestamp
  ) async throws(AccountsError) -> SignedIn {
    let caller = try await caller(of: check)
    var recovery: PreparedMessage?
    if let old = caller.account.email, old != address {
      guard
        CallerRule.isRecent(
          caller.session, of: caller.account, within: policy.recentSignIn, now: now)
      else {
        throw AccountsError(.credentialTooOld)
      }
      recovery = try self.recovery(of: check.account, from: old, to: address, posting, at: now)
    }
    _ = try await take(code, for: [.emailSignIn])
    let session = SessionDraft(id: identifiers.sessionID(), provider: .password, client: client)
    let (message, isSenderRefused) = (recovery, delivery.isRefusedByRelay)
    let window = policy.recentSignIn
    let changed = try await change(target(check, client, at: now), posting: message) {
      change -> Verdict<Bool> in
      let before = change.account
      let verdict = EmailLinkRule.link(address, to: &change, opening: session, within: window, now: now)
      if let message { change.tell(message, since: before, isSenderRefused: isSenderRefused, at: now) }
      return verdict
    }
    return try opened(changed, at: now)
  }

  private func enter(_ address: String, _ session: SessionDraft, _ client: ClientFacts, at now: Timestamp)
    async throws(AccountsError) -> SignedIn
  {
    if let known = try await account(of: address) {
      let changed = try await change(target(known.id, client, at: now)) { change -> Verdict<Bool> in
        EmailLinkRule.signIn(with: address, to: &change, opening: session, now: now)
      }
      if changed.answer {
        guard let opened = changed.session else { throw AccountsError(.unavailable, reason: "no session") }
        try await requireSecondFactor(changed.account, opened, at: now)
        return try signedIn(changed.account, opened, isNew: false, at: now)
      }
    }
    var account = Account(id: identifiers.accountID(), createdAt: now)
    account.lastLoginAt = now
    account.email = address
    account.isEmailVerified = true
    account.hasEmailLinkSignIn = true
    return try await create(account, provider: .password, client: client, at: now)
  }

  func opened(_ changed: Changed<Bool>, at now: Timestamp) throws(AccountsError) -> SignedIn {
    guard let session = changed.session else { throw AccountsError(.unavailable, reason: "no session") }
    return try signedIn(changed.account, session, isNew: false, at: now)
  }
}

/// What a sign-in by mail link does to an account (wire §4.12, R23, R26c). Pure.
enum EmailLinkRule {
  /// Signs in; the answer is false when the address was taken from an account that is not the person's.
  static func signIn(
    with address: String, to change: inout AccountChange, opening session: SessionDraft, now: Timestamp
  ) -> Verdict<Bool> {
    guard change.account.email == address else { return .refuse(AccountsError(.invalidOutOfBandCode)) }
    guard !change.account.isDisabled else { return .refuse(AccountsError(.userDisabled)) }
    if !change.account.isEmailVerified {
      if change.account.identities.contains(where: \.isProven) {
        change.account = SignInRule.yielded(change.account)
        change.note(.emailYielded)
        return .commit(false)
      }
      change.account = SignInRule.emptied(change.account, now: now)
      change.ends = .all
      change.note(.takenOver)
    }
    prove(&change, opening: session, now: now)
    change.note(.signedIn, "emailLink")
    return .commit(true)
  }

  /// Gives the address to a signed-in account; a conflict with another account is the store's to find.
  ///
  /// One that takes the place of another is as sensitive as an update (R28, A33).
  static func link(
    _ address: String, to change: inout AccountChange, opening session: SessionDraft, within window: Duration,
    now: Timestamp
  ) -> Verdict<Bool> {
    if let old = change.account.email, old != address {
      guard let caller = change.caller,
        CallerRule.isRecent(caller, of: change.account, within: window, now: now)
      else {
        return .refuse(AccountsError(.credentialTooOld))
      }
      change.account.initialEmail = change.account.initialEmail ?? old
      change.account.validSince = Timestamp(seconds: now.seconds)
      change.ends = .all
    }
    if change.account.email != address {
      change.note(.emailChanged, "emailLink")
    }
    change.account.email = address
    prove(&change, opening: session, now: now)
    return .commit(true)
  }

  private static func prove(_ change: inout AccountChange, opening session: SessionDraft, now: Timestamp) {
    change.account.isEmailVerified = true
    if let address = change.account.email { change.account.keepAddressSteps(upTo: address) }
    change.account.hasEmailLinkSignIn = true
    change.account.isAnonymous = false
    change.account.deletesAt = nil
    change.account.lastLoginAt = now
    change.opens = session
  }
}
