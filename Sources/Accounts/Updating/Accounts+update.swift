extension Accounts {
  /// Changes the own account (wire §4.7).
  ///
  /// Address, password and unlinking the last way in need a recent sign-in, else
  /// `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`. A change of either ends every session (A33) and answers with tokens
  /// of a new one. Whoever reads the old address is told of a change by mail and can take the account back.
  ///
  /// - Parameter posting: Makes the link of that mail.
  package func update(
    idToken: String, _ update: AccountUpdate, posting: Posting? = nil, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> UpdatedAccount {
    let now = time.now()
    let check = try check(idToken: idToken, at: now)
    // Judged before a password is hashed; the transaction judges again.
    let caller = try await caller(of: check)
    let ready = try await prepare(update, at: now)
    let rule = UpdateRule(
      update: ready, now: now, recentSignIn: policy.recentSignIn, draft: nextSession(caller, client))
    var recovery: PreparedMessage?
    if let old = caller.account.email, update.email != .keep || update.unlink.contains(.password) {
      recovery = try self.recovery(of: check.account, from: old, to: ready.newEmail, posting, at: now)
    }
    // One mail for one change: the one about the address has the link that undoes it.
    if recovery == nil, ready.passwordHash != .keep {
      recovery = try notice(.passwordChanged, to: caller.account, locale: client.locale, at: now)
    }
    let (message, isSenderRefused) = (recovery, delivery.isRefusedByRelay)
    let changed = try await change(target(check, client, at: now), posting: message) { change in
      let before = change.account
      let verdict = rule.apply(to: &change)
      if let message { change.tell(message, since: before, isSenderRefused: isSenderRefused, at: now) }
      return verdict
    }
    guard let session = changed.session else {
      return UpdatedAccount(account: changed.account, tokens: nil)
    }
    return UpdatedAccount(
      account: changed.account, tokens: try sessionTokens(changed.account, session, at: now))
  }

  /// The session that takes over when a change ends all others; it keeps what the old one knew.
  private func nextSession(_ caller: Caller, _ client: ClientFacts) -> SessionDraft {
    SessionDraft(
      id: identifiers.sessionID(), provider: caller.session.signInProvider,
      clientID: caller.session.clientID, client: client, customClaims: caller.session.customClaims,
      authTime: caller.session.authTime)
  }

  private func prepare(_ update: AccountUpdate, at now: Timestamp) async throws(AccountsError)
    -> PreparedUpdate
  {
    var ready = PreparedUpdate(update: update)
    if case .set(let email) = update.email {
      guard let address = EmailAddress.normalized(email) else { throw AccountsError(.invalidEmail) }
      ready.email = .set(address)
    } else if update.email == .clear {
      ready.email = .clear
    }
    switch update.password {
    case .keep: break
    case .clear: ready.passwordHash = .clear
    case .set(let password):
      try PasswordRules.check(password, policy.passwords)
      ready.passwordHash = .set(try await passwordHasher.hash(password))
    }
    return ready
  }

  /// Changes an account as an administrator; works on disabled ones.
  ///
  /// Throws `USER_NOT_FOUND`, `INVALID_EMAIL`, `EMAIL_EXISTS`, `INVALID_PHONE_NUMBER`,
  /// `PHONE_NUMBER_EXISTS`, `WEAK_PASSWORD`, `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM`,
  /// `MISSING_PROVIDER_ID`, `MISSING_RAW_ID`, `FEDERATED_USER_ID_ALREADY_LINKED`.
  package func administer(
    _ id: Account.ID, _ update: AdministrativeUpdate, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> Account {
    let now = time.now()
    let rule = try await prepare(update, at: now)
    return try await change(target(id, client, at: now)) { change -> Verdict<Bool> in
      rule.apply(to: &change)
      return .commit(true)
    }.account
  }

  /// Makes an account as an administrator (wire §4.1); `DUPLICATE_LOCAL_ID` when the identifier is taken.
  package func create(
    id: Account.ID? = nil, _ update: AdministrativeUpdate, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> Account {
    let now = time.now()
    let rule = try await prepare(update, at: now)
    var change = AccountChange(
      account: Account(id: id ?? identifiers.accountID(), createdAt: now), caller: nil)
    rule.apply(to: &change)
    let creation = AccountCreation(
      account: change.account, onePerEmail: onePerEmail, client: client, now: now)
    let result = try await stored { (store) throws(StoreError) in try await store.create(creation) }
    switch result {
    case .created(let account, _): return account
    case .refused(let error): throw error
    }
  }

  private func prepare(_ update: AdministrativeUpdate, at now: Timestamp) async throws(AccountsError)
    -> AdministrativeRule
  {
    var rule = AdministrativeRule(update: update, now: now)
    if case .set(let email) = update.email {
      guard let address = EmailAddress.normalized(email) else { throw AccountsError(.invalidEmail) }
      rule.update.email = .set(address)
    }
    if case .set(let phone) = update.phoneNumber { try Self.check(phone: phone) }
    if case .set(let text) = update.customAttributes { _ = try CustomClaims.read(text) }
    if case .set(let password) = update.password {
      // The owner of the project may set what guessing would try, but not what is too short.
      var policy = policy.passwords
      policy.refusesCommon = false
      policy.minimumLength = min(policy.minimumLength, 6)
      try PasswordRules.check(password, policy)
      rule.passwordHash = try await passwordHasher.hash(password)
    }
    if let link = update.link {
      guard !link.provider.rawValue.isEmpty else { throw AccountsError(.missingProviderID) }
      guard !link.subject.isEmpty else { throw AccountsError(.missingRawID) }
      rule.linkKey = key(of: link.provider, subject: link.subject)
    }
    return rule
  }

  /// The key under which an administrator's (provider, subject) is the same identity as a sign-in's.
  package func key(of provider: ProviderID, subject: String) -> Identity.Key {
    switch provider {
    case .apple:
      Identity.Key(
        provider: provider, issuer: policy.apple.issuers.first ?? "https://appleid.apple.com",
        team: policy.apple.teamID, subject: subject)
    case .google:
      Identity.Key(provider: provider, issuer: "https://accounts.google.com", subject: subject)
    default: Identity.Key(provider: provider, issuer: provider.rawValue, subject: subject)
    }
  }

  /// E.164 in outline: a plus and digits; separators are no part of it.
  package static func check(phone: String) throws(AccountsError) {
    let digits = phone.dropFirst()
    guard phone.hasPrefix("+"), (1...30).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw AccountsError(.invalidPhoneNumber, "Invalid format.") }
  }

  /// Imports accounts (wire §4.14); the failures name those that were left out. At most 1000 at once.
  ///
  /// - Parameter client: Who imports, for the audit of each account.
  package func importAccounts(
    _ accounts: [ImportedAccount], overwrites: Bool, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> [BatchFailure] {
    guard !accounts.isEmpty else { throw AccountsError(.missingUserAccount) }
    guard accounts.count <= 1000 else { throw AccountsError(.localIDListExceedsLimit) }
    let now = time.now()
    let values = accounts.map(\.account)
    return try await stored { (store) throws(StoreError) in
      try await store.importAccounts(values, overwrites: overwrites, client: client, now: now)
    }
  }
}
