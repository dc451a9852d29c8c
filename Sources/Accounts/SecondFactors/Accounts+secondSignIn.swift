import BramleyCrypto

extension Accounts {
  private static let tolerance = 5

  /// The factors that a pending sign-in may be finished by; reading does not use it up.
  ///
  /// Throws `INVALID_MFA_PENDING_CREDENTIAL`, `USER_DISABLED`.
  package func secondFactors(pending credential: String) async throws(AccountsError) -> [SecondFactor] {
    try await pendingSignIn(credential).1.secondFactors
  }

  /// Begins to prove a telephone number as second factor of a pending sign-in; its code is sent as a
  /// text message. A pending sign-in sends five at most: each of them could be guessed at anew.
  ///
  /// Throws `INVALID_MFA_PENDING_CREDENTIAL`, `MFA_ENROLLMENT_NOT_FOUND`, `TOO_MANY_ATTEMPTS_TRY_LATER`.
  package func beginSecondFactor(
    pending credential: String, enrolment id: String, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> PhoneChallenge {
    let (_, account) = try await pendingSignIn(credential)
    guard let factor = account.secondFactors.first(where: { $0.id == id }), let number = factor.phoneNumber
    else { throw AccountsError(.secondFactorNotFound) }
    try await changePending(credential) { proven in
      let sent = proven.sent ?? 0
      proven.sent = sent + 1
      return sent < Self.tolerance ? .kept : .refused
    }
    return try await beginPhoneVerification(
      number, factor: Self.secondStep(account.id, id), about: account.id, client)
  }

  /// Finishes a pending sign-in by the code of a text message.
  ///
  /// Throws `INVALID_MFA_PENDING_CREDENTIAL`, `INVALID_SESSION_INFO`, `INVALID_CODE`, `USER_DISABLED`.
  package func finishSecondFactor(
    pending credential: String, sessionInfo: String, code: String, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> SignedIn {
    let (_, account) = try await pendingSignIn(credential)
    let attempts = try await admitSecondFactor(of: account, client)
    // The verification names account and enrolment, so that a code for one is nothing for another.
    var proven: SecondFactor?
    guard let bytes = try await peekOnce(sessionInfo, purpose: .phoneCode),
      let kept = SealedJSON.decode(PhoneVerification.self, from: bytes)
    else { throw AccountsError(.invalidSessionInfo) }
    for factor in account.secondFactors where kept.factor == Self.secondStep(account.id, factor.id) {
      proven = factor
    }
    guard let factor = proven else { throw AccountsError(.invalidSessionInfo) }
    do throws(AccountsError) {
      _ = try await phoneNumber(
        provenBy: code, session: sessionInfo, factor: Self.secondStep(account.id, factor.id), client)
    } catch {
      if error.code == .invalidCode {
        noteRefusal(of: account.id, way: "second factor", client, at: time.now())
        try await noteMiss(credential)
      }
      throw error
    }
    limiter.giveBack(attempts)
    return try await finish(credential, by: factor, step: nil, client)
  }

  /// Finishes a pending sign-in by a one-time password; five wrong ones end it.
  package func finishSecondFactor(
    pending credential: String, enrolment id: String, password: String, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> SignedIn {
    let (_, account) = try await pendingSignIn(credential)
    guard let factor = account.secondFactors.first(where: { $0.id == id }), let sealed = factor.sealedSecret
    else { throw AccountsError(.secondFactorNotFound) }
    guard let secret = vault.open(sealed, for: .oneTimePassword(account: account.id, id: id)) else {
      throw AccountsError(.unavailable, reason: "a one-time password's secret cannot be opened")
    }
    let attempts = try await admitSecondFactor(of: account, client)
    let step = OneTimePassword.step(
      of: password, secret: Secret(bytes: secret), at: time.now(), after: factor.lastStep)
    guard let step else {
      noteRefusal(of: account.id, way: "second factor", client, at: time.now())
      try await noteMiss(credential)
      throw AccountsError(.invalidCode)
    }
    limiter.giveBack(attempts)
    return try await finish(credential, by: factor, step: step, client)
  }

  /// Each pending sign-in takes five tries; who knows the password begins as many as he likes, so the account
  /// counts as well.
  private func admitSecondFactor(of account: Account, _ client: ClientFacts) async throws(AccountsError)
    -> [Limiter.Attempt]
  {
    guard client.isLimited else { return [] }
    let attempts = [Limiter.Attempt(.secondFactor, account.id.text)]
    try await limiter.spend(attempts)
    return attempts
  }

  private func pendingSignIn(_ credential: String) async throws(AccountsError) -> (ProvenFirstFactor, Account)
  {
    guard let bytes = try await peekOnce(credential, purpose: .secondFactor),
      let proven = SealedJSON.decode(ProvenFirstFactor.self, from: bytes), let id = Account.ID(proven.account)
    else { throw AccountsError(.invalidPendingCredential) }
    guard let account = try await accounts(by: [.id(id)]).first else { throw AccountsError(.userNotFound) }
    guard !account.isDisabled else { throw AccountsError(.userDisabled) }
    // What ended every session since ends the pending sign-in as well (A33).
    if let validSince = account.validSince, Timestamp(milliseconds: proven.provenAt) < validSince {
      throw AccountsError(.invalidPendingCredential)
    }
    return (proven, account)
  }

  private enum PendingVerdict {
    case kept, gone, refused
  }

  /// Counts a miss; the fifth ends the pending sign-in.
  private func noteMiss(_ credential: String) async throws(AccountsError) {
    try await changePending(credential) { proven in
      proven.misses += 1
      return proven.misses < Self.tolerance ? .kept : .gone
    }
  }

  /// Takes the pending sign-in out, changes it, and puts it back or lets it go: of several requests at once
  /// those that find nothing are refused, so that they are not more tries.
  private func changePending(
    _ credential: String, _ change: (inout ProvenFirstFactor) -> PendingVerdict
  ) async throws(AccountsError) {
    guard let key = Self.key(ofHandle: credential),
      let bytes = try await takeOnce(credential, purpose: .secondFactor),
      var proven = SealedJSON.decode(ProvenFirstFactor.self, from: bytes)
    else { throw AccountsError(.invalidPendingCredential) }
    let verdict = change(&proven)
    guard verdict != .gone else { return }
    let sealed = try vault.seal(try SealedJSON.encode(proven), for: .oneTime(.secondFactor))
    _ = try await stored { (store) throws(StoreError) in
      try await store.keep(sealed, purpose: .secondFactor, key: key)
    }
    if verdict == .refused { throw AccountsError(.tooManyAttempts) }
  }

  private func finish(_ credential: String, by factor: SecondFactor, step: Int64?, _ client: ClientFacts)
    async throws(AccountsError) -> SignedIn
  {
    guard let bytes = try await takeOnce(credential, purpose: .secondFactor),
      let proven = SealedJSON.decode(ProvenFirstFactor.self, from: bytes), let id = Account.ID(proven.account)
    else { throw AccountsError(.invalidPendingCredential) }
    let now = time.now()
    let session = SessionDraft(
      id: identifiers.sessionID(), provider: ProviderID(rawValue: proven.provider),
      clientID: proven.clientID, client: client, customClaims: Self.claims(of: factor))
    let changed = try await change(target(id, client, at: now)) { change -> Verdict<Bool> in
      guard !change.account.isDisabled else { return .refuse(AccountsError(.userDisabled)) }
      var factors = change.account.secondFactors
      guard let index = factors.firstIndex(where: { $0.id == factor.id }) else {
        return .refuse(AccountsError(.secondFactorNotFound))
      }
      if let step {
        // Of two requests with one password the second finds the step used.
        guard step > factors[index].lastStep ?? -1 else { return .refuse(AccountsError(.invalidCode)) }
        factors[index].lastStep = step
        change.account.secondFactors = factors
      }
      change.account.lastLoginAt = now
      change.opens = session
      change.note(.signedIn, "second factor")
      return .commit(true)
    }
    return try opened(changed, at: now)
  }

  private static func secondStep(_ account: Account.ID, _ id: String) -> String {
    "second " + account.text + " " + id
  }
}

extension Vault.Binding {
  /// The secret of an account's one-time passwords.
  static func oneTimePassword(account: Account.ID, id: String) -> Vault.Binding {
    Vault.Binding("one-time-password", account.text, id)
  }
}
