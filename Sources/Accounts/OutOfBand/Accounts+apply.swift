package import BramleyCrypto

extension Accounts {
  /// What a code stands for; reading does not use it up (R30).
  ///
  /// Throws `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`.
  package func inspect(outOfBandCode code: String) async throws(AccountsError) -> OutOfBandCode {
    guard let content = try await peek(outOfBandCode: code) else { throw refusedCode(code) }
    return content
  }

  /// What a code stands for; nil when it is used, too old or none of ours.
  package func peek(outOfBandCode code: String) async throws(AccountsError) -> OutOfBandCode? {
    try await peekOnce(code, purpose: .outOfBandCode).flatMap {
      SealedJSON.decode(OutOfBandCode.self, from: $0)
    }
  }

  /// Takes a code of one of these purposes; of several takers one gets it.
  func take(_ code: String, for purposes: Set<OutOfBandCode.Purpose>) async throws(AccountsError)
    -> OutOfBandCode
  {
    // Looked at first: a code for something else stays good for what it is for.
    let content = try await inspect(outOfBandCode: code)
    guard purposes.contains(content.purpose),
      try await takeOnce(code, purpose: .outOfBandCode) != nil
    else { throw AccountsError(.invalidOutOfBandCode) }
    return content
  }

  private static let applied: Set<OutOfBandCode.Purpose> = [
    .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition,
  ]

  private func refusedCode(_ code: String) -> AccountsError {
    // The expiry stands in the code; whoever makes one up learns what was written into it.
    guard let key = Self.key(ofHandle: code), key.expiry <= time.now() else {
      return AccountsError(.invalidOutOfBandCode)
    }
    return AccountsError(.expiredOutOfBandCode)
  }

  /// Proves, changes or recovers an address, or takes a second factor off, by a code (wire §4.7).
  ///
  /// All but a proof end every session (A33). After a change the old address is told by mail, with the
  /// link that undoes it, in the same transaction; where no mail is sent, nobody is told.
  ///
  /// - Parameter posting: Makes the link of that mail.
  /// Throws `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `EMAIL_EXISTS`, `USER_NOT_FOUND`, `USER_DISABLED`.
  package func apply(
    outOfBandCode code: String, posting: Posting? = nil, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> AppliedCode {
    let content = try await take(code, for: Self.applied)
    guard let id = content.account.flatMap({ Account.ID($0) }) else {
      throw AccountsError(.invalidOutOfBandCode)
    }
    let now = time.now()
    var recovery: PreparedMessage?
    if content.purpose == .verifyAndChangeEmail {
      recovery = try self.recovery(of: id, from: content.email, to: content.newEmail, posting, at: now)
    }
    let isSenderRefused = delivery.isRefusedByRelay
    let (message, rule) = (recovery, OutOfBandRule(content: content, now: now))
    let changed = try await change(target(id, client, at: now), posting: message) {
      change -> Verdict<Bool> in
      let verdict = rule.apply(to: &change)
      if case .commit = verdict, let message {
        // A relay that takes no mail must not keep the person from changing the address.
        _ = change.post(message, isSenderRefused: isSenderRefused, at: now)
      }
      return verdict
    }
    return AppliedCode(content: content, account: changed.account)
  }

  /// Sets a new password by a code (wire §4.11): the address is proven by it, every session ends, unproven
  /// identities go, proven ones stay (R26).
  ///
  /// Throws also `WEAK_PASSWORD`, which leaves the code good, as does a hasher that has too much to do.
  package func resetPassword(
    outOfBandCode code: String, to password: Secret, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> AppliedCode {
    guard policy.allowsPasswords else { throw AccountsError(.passwordLoginDisabled) }
    guard try await inspect(outOfBandCode: code).purpose == .passwordReset else {
      throw AccountsError(.invalidOutOfBandCode)
    }
    try PasswordRules.check(password, policy.passwords)
    // Before the code is used up: where too many hash already, the person shall try again with it.
    let hash = try await passwordHasher.hash(password)
    let content = try await take(code, for: [.passwordReset])
    guard let id = content.account.flatMap({ Account.ID($0) }) else {
      throw AccountsError(.invalidOutOfBandCode)
    }
    let now = time.now()
    let notice = try resetNotice(content, of: id, client, at: now)
    let isSenderRefused = delivery.isRefusedByRelay
    let changed = try await change(target(id, client, at: now), posting: notice) {
      change -> Verdict<Bool> in
      let verdict = OutOfBandRule(content: content, now: now).resetPassword(of: &change, hash: hash)
      if case .commit = verdict, let notice {
        _ = change.post(notice, isSenderRefused: isSenderRefused, at: now)
      }
      return verdict
    }
    return AppliedCode(content: content, account: changed.account)
  }

  /// The mail that tells of it: whoever reads the person's mail in secret may have set the password.
  private func resetNotice(
    _ content: OutOfBandCode, of id: Account.ID, _ client: ClientFacts, at now: Timestamp
  ) throws(AccountsError) -> PreparedMessage? {
    var account = Account(id: id, createdAt: now)
    account.email = content.email
    // The code has proven it.
    account.isEmailVerified = true
    return try notice(.passwordChanged, to: account, locale: client.locale, at: now)
  }
}
