import BramleyCrypto

extension Accounts {
  /// How long a code of a mail link is good (R30).
  private static let codeLifetime: Duration = .seconds(3600)

  /// Makes a code that resets the password of an address.
  ///
  /// Throws `MISSING_EMAIL`, `INVALID_EMAIL`, and `EMAIL_NOT_FOUND`, in whose place enumeration protection
  /// answers nil (R29).
  package func passwordResetCode(for email: String?, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> IssuedCode?
  {
    guard policy.allowsPasswords else { throw AccountsError(.passwordLoginDisabled) }
    let address = try address(email)
    try await admitMail(to: address, client)
    guard let account = try await account(of: address) else {
      if policy.protectsEnumeration { return nil }
      throw AccountsError(.emailNotFound)
    }
    return try await issue(
      OutOfBandCode(purpose: .passwordReset, email: address, account: account.id))
  }

  /// Makes a code that signs in with an address, which need not have an account.
  package func emailSignInCode(for email: String?, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> IssuedCode
  {
    let address = try address(email)
    try await admitMail(to: address, client)
    return try await issue(OutOfBandCode(purpose: .emailSignIn, email: address))
  }

  /// Makes a code that proves the caller's address; `MISSING_EMAIL` when the account has none.
  package func verificationCode(idToken: String, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> IssuedCode
  {
    let account = try await caller(idToken: idToken).account
    if let email = account.email { try await admitMail(to: email, client) }
    return try await verificationCode(of: account)
  }

  /// Makes a code that proves an account's address, for an administrator; `USER_NOT_FOUND`.
  package func verificationCode(for email: String?) async throws(AccountsError) -> IssuedCode {
    guard let account = try await account(of: address(email)) else { throw AccountsError(.userNotFound) }
    return try await verificationCode(of: account)
  }

  private func verificationCode(of account: Account) async throws(AccountsError) -> IssuedCode {
    guard let email = account.email else { throw AccountsError(.missingEmail) }
    return try await issue(OutOfBandCode(purpose: .verifyEmail, email: email, account: account.id))
  }

  /// Makes a code that moves the caller's account to a new address; needs a recent sign-in (R28).
  ///
  /// Throws `MISSING_NEW_EMAIL`, `INVALID_EMAIL`, `EMAIL_EXISTS`.
  package func changeCode(idToken: String, newEmail: String?, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> IssuedCode
  {
    let caller = try await caller(idToken: idToken)
    guard CallerRule.isRecent(caller.session, within: policy.recentSignIn, now: time.now()) else {
      throw AccountsError(.credentialTooOld)
    }
    // An address that is none is refused below, and costs nothing.
    if let address = newEmail.flatMap(EmailAddress.normalized) { try await admitMail(to: address, client) }
    return try await changeCode(of: caller.account, newEmail: newEmail)
  }

  /// The same for an administrator, by the account's address; `USER_NOT_FOUND`.
  package func changeCode(for email: String?, newEmail: String?) async throws(AccountsError) -> IssuedCode {
    guard let account = try await account(of: address(email)) else { throw AccountsError(.userNotFound) }
    return try await changeCode(of: account, newEmail: newEmail)
  }

  private func changeCode(of account: Account, newEmail: String?) async throws(AccountsError) -> IssuedCode {
    guard let newEmail, !newEmail.isEmpty else { throw AccountsError(.missingNewEmail) }
    let address = try address(newEmail)
    if policy.onePerEmail, let other = try await self.account(of: address), other.id != account.id {
      throw AccountsError(.emailExists)
    }
    return try await issue(
      OutOfBandCode(
        purpose: .verifyAndChangeEmail, email: account.email ?? "", newEmail: address, account: account.id))
  }

  /// Makes a code that brings an old address back after a change.
  package func recoveryCode(of id: Account.ID, email: String) async throws(AccountsError) -> IssuedCode {
    try await issue(OutOfBandCode(purpose: .recoverEmail, email: email, account: id))
  }

  private func admitMail(to address: String, _ client: ClientFacts) async throws(AccountsError) {
    try await admit(.mail, for: .mailAddress, address, client)
  }

  private func issue(_ content: OutOfBandCode) async throws(AccountsError) -> IssuedCode {
    IssuedCode(
      content: content,
      code: try await keepOnce(
        try SealedJSON.encode(content), purpose: .outOfBandCode, lifetime: Self.codeLifetime))
  }

  func address(_ email: String?) throws(AccountsError) -> String {
    guard let email, !email.isEmpty else { throw AccountsError(.missingEmail) }
    guard let address = EmailAddress.normalized(email) else { throw AccountsError(.invalidEmail) }
    return address
  }

  func account(of address: String) async throws(AccountsError) -> Account? {
    try await accounts(by: [.email(address)]).first
  }
}
