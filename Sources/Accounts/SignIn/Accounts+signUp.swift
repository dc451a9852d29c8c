package import BramleyCrypto

extension Accounts {
  /// Makes an anonymous account; `ADMIN_ONLY_OPERATION` where that is off.
  package func signUpAnonymously(client: ClientFacts = ClientFacts()) async throws(AccountsError) -> SignedIn
  {
    guard policy.allowsAnonymous else { throw AccountsError(.adminOnlyOperation) }
    try await admit(.signUp, client)
    let now = time.now()
    var account = Account(id: identifiers.accountID(), createdAt: now)
    account.lastLoginAt = now
    account.isAnonymous = true
    return try await create(account, provider: .anonymous, client: client, at: now)
  }

  /// Makes an account with address and password, or gives both to the account of an ID token (wire §4.1).
  ///
  /// Throws `MISSING_EMAIL`, `MISSING_PASSWORD`, `OPERATION_NOT_ALLOWED`, `INVALID_EMAIL`, `EMAIL_EXISTS`,
  /// `WEAK_PASSWORD`, and with an ID token whatever ``caller(idToken:)`` throws, and
  /// `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` where the account has a password or another address already.
  ///
  /// - Parameter posting: Makes the link of the mail that tells such an address of the change.
  package func signUp(
    email: String, password: Secret, displayName: String? = nil, linkTo idToken: String? = nil,
    posting: Posting? = nil, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> SignedIn {
    let now = time.now()
    var check: CallerCheck?
    if let idToken { check = try self.check(idToken: idToken, at: now) }
    guard !email.isEmpty else { throw AccountsError(.missingEmail) }
    guard !password.isEmpty else { throw AccountsError(.missingPassword) }
    guard policy.allowsPasswords else { throw AccountsError(.operationNotAllowed) }
    guard let address = EmailAddress.normalized(email) else { throw AccountsError(.invalidEmail) }
    try PasswordRules.check(password, policy.passwords)
    if let check { return try await link(address, password, check, posting, client, at: now) }
    try await admit(.signUp, client)
    // Asked before the hash is paid for; the transaction asks again.
    let taken = try await stored { (store) throws(StoreError) in
      try await store.accounts(by: [.email(address)])
    }
    if onePerEmail, !taken.isEmpty { throw AccountsError(.emailExists) }
    var account = Account(id: identifiers.accountID(), createdAt: now)
    account.lastLoginAt = now
    account.email = address
    account.displayName = PersonName.clean(displayName)
    account.passwordHash = try await passwordHasher.hash(password)
    account.passwordUpdatedAt = now
    return try await create(account, provider: .password, client: client, at: now)
  }

  private func link(
    _ address: String, _ password: Secret, _ check: CallerCheck, _ posting: Posting?,
    _ client: ClientFacts, at now: Timestamp
  ) async throws(AccountsError) -> SignedIn {
    let caller = try await caller(of: check)
    let hash = try await passwordHasher.hash(password)
    let session = SessionDraft(id: identifiers.sessionID(), provider: .password, client: client)
    let window = policy.recentSignIn
    var message: PreparedMessage?
    if let old = caller.account.email, old != address {
      message = try recovery(of: check.account, from: old, to: address, posting, at: now)
    }
    if message == nil {
      message = try notice(.passwordChanged, to: caller.account, locale: client.locale, at: now)
    }
    let (notice, isSenderRefused) = (message, delivery.isRefusedByRelay)
    let changed = try await change(target(check, client, at: now), posting: notice) {
      change -> Verdict<Bool> in
      let before = change.account
      // A password or address that is there already is changed by this: as sensitive as an update (A33).
      if before.passwordHash != nil || before.email.map({ $0 != address }) ?? false {
        guard let caller = change.caller,
          CallerRule.isRecent(caller, of: before, within: window, now: now)
        else {
          return .refuse(AccountsError(.credentialTooOld))
        }
        change.account.validSince = Timestamp(seconds: now.seconds)
        change.ends = .all
      }
      if change.account.email != address {
        change.account.initialEmail = change.account.initialEmail ?? change.account.email
        change.account.email = address
        change.account.isEmailVerified = false
      }
      change.account.passwordHash = hash
      change.account.passwordUpdatedAt = now
      change.account.isAnonymous = false
      change.account.lastLoginAt = now
      change.account.deletesAt = nil
      change.opens = session
      if let old = before.email, old != address { change.note(.emailChanged) }
      change.note(.passwordSet)
      if let notice { change.tell(notice, since: before, isSenderRefused: isSenderRefused, at: now) }
      return .commit(true)
    }
    guard let opened = changed.session else { throw AccountsError(.unavailable, reason: "no session") }
    return try signedIn(changed.account, opened, isNew: false, at: now)
  }

  /// Signs in with address and password (wire §4.2).
  ///
  /// Throws `PASSWORD_LOGIN_DISABLED`, `MISSING_EMAIL`, `MISSING_PASSWORD`, `INVALID_EMAIL`,
  /// `USER_DISABLED`, and `EMAIL_NOT_FOUND` or `INVALID_PASSWORD`, which under enumeration protection are
  /// both `INVALID_LOGIN_CREDENTIALS` at the same cost (R29).
  package func signIn(email: String, password: Secret, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> SignedIn
  {
    guard policy.allowsPasswords else { throw AccountsError(.passwordLoginDisabled) }
    guard !email.isEmpty else { throw AccountsError(.missingEmail) }
    guard let address = EmailAddress.normalized(email) else { throw AccountsError(.invalidEmail) }
    guard !password.isEmpty else { throw AccountsError(.missingPassword) }
    guard password.count <= PasswordRules.longest else { throw AccountsError(.invalidPassword) }
    let now = time.now()
    // With one account per address there is one; else the one that has a password.
    let found = try await stored { (store) throws(StoreError) in
      try await store.accounts(by: [.email(address)])
    }.first
    let attempts = try await admitPassword(for: address, known: found, client)
    guard try await passwordHasher.verify(password, against: found?.passwordHash), let found,
      let hash = found.passwordHash
    else {
      if let found { noteRefusal(of: found.id, way: "password", client, at: now) }
      throw refusal(isKnown: found != nil)
    }
    limiter.giveBack(attempts)
    var fresh: String?
    if passwordHasher.isOutdated(hash) { fresh = try await passwordHasher.hash(password) }
    let session = SessionDraft(id: identifiers.sessionID(), provider: .password, client: client)
    let renewed = fresh
    let changed = try await change(target(found.id, client, at: now)) { change -> Verdict<Bool> in
      // The password may have changed since it was compared.
      guard change.account.passwordHash == hash, change.account.email == address else {
        return .refuse(AccountsError(.invalidPassword))
      }
      guard !change.account.isDisabled else { return .refuse(AccountsError(.userDisabled)) }
      if let renewed { change.account.passwordHash = renewed }
      change.account.lastLoginAt = now
      change.opens = session
      change.note(.signedIn, ProviderID.password.rawValue)
      return .commit(true)
    }
    guard let opened = changed.session else { throw AccountsError(.unavailable, reason: "no session") }
    try await requireSecondFactor(changed.account, opened, at: now)
    return try signedIn(changed.account, opened, isNew: false, at: now)
  }

  private func refusal(isKnown: Bool) -> AccountsError {
    if protectsEnumeration { return AccountsError(.invalidLoginCredentials) }
    return AccountsError(isKnown ? .invalidPassword : .emailNotFound)
  }

  func create(
    _ account: Account, provider: ProviderID, client: ClientFacts, at now: Timestamp,
    customClaims: String? = nil
  ) async throws(AccountsError) -> SignedIn {
    let creation = AccountCreation(
      account: account,
      session: SessionDraft(
        id: identifiers.sessionID(), provider: provider, client: client, customClaims: customClaims),
      onePerEmail: onePerEmail, client: client, now: now)
    let result = try await stored { (store) throws(StoreError) in try await store.create(creation) }
    switch result {
    case .refused(let error): throw error
    case .created(let account, let session):
      guard let session else { throw AccountsError(.unavailable, reason: "no session") }
      return try signedIn(account, session, isNew: true, at: now)
    }
  }

  func signedIn(_ account: Account, _ session: Session, isNew: Bool, at now: Timestamp)
    throws(AccountsError) -> SignedIn
  {
    SignedIn(
      account: account, tokens: try sessionTokens(account, session, at: now), isNewAccount: isNew,
      profile: nil, provider: session.signInProvider)
  }
}
