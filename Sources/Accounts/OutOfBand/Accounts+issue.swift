import BramleyCrypto

extension Accounts {
  /// How long a code of a mail link is good (R30).
  static let codeLifetime: Duration = .seconds(3600)

  /// Makes a code that resets the password of an address.
  ///
  /// Throws `MISSING_EMAIL`, `INVALID_EMAIL`, and `EMAIL_NOT_FOUND`, in whose place enumeration protection
  /// answers nil (R29).
  package func passwordResetCode(for email: String?) async throws(AccountsError) -> IssuedCode? {
    guard policy.allowsPasswords else { throw AccountsError(.passwordLoginDisabled) }
    guard let account = try await account(of: address(email)) else {
      if protectsEnumeration { return nil }
      throw AccountsError(.emailNotFound)
    }
    return try await issue(
      OutOfBandCode(
        purpose: .passwordReset, email: try address(email), account: account.id, at: time.now()))
  }

  /// Makes a code that signs in with an address, which need not have an account.
  package func emailSignInCode(for email: String?) async throws(AccountsError) -> IssuedCode {
    try await issue(OutOfBandCode(purpose: .emailSignIn, email: try address(email), at: time.now()))
  }

  /// Makes a code that proves the caller's address; `MISSING_EMAIL` when the account has none.
  package func verificationCode(idToken: String) async throws(AccountsError) -> IssuedCode {
    try await verificationCode(of: caller(idToken: idToken).account)
  }

  /// Makes a code that proves an account's address, for an administrator; `USER_NOT_FOUND`.
  package func verificationCode(for email: String?) async throws(AccountsError) -> IssuedCode {
    guard let account = try await account(of: address(email)) else { throw AccountsError(.userNotFound) }
    return try await verificationCode(of: account)
  }

  private func verificationCode(of account: Account) async throws(AccountsError) -> IssuedCode {
    try await issue(verification(of: account))
  }

  func verification(of account: Account) throws(AccountsError) -> OutOfBandCode {
    guard let email = account.email else { throw AccountsError(.missingEmail) }
    return OutOfBandCode(purpose: .verifyEmail, email: email, account: account.id, at: time.now())
  }

  /// Makes a code that moves the caller's account to a new address; needs a recent sign-in (R28).
  ///
  /// Throws `MISSING_NEW_EMAIL`, `INVALID_EMAIL`, `EMAIL_EXISTS`.
  package func changeCode(idToken: String, newEmail: String?) async throws(AccountsError) -> IssuedCode {
    try await issue(change(of: changing(idToken), newEmail: newEmail))
  }

  /// The caller's account, signed in to recently enough to move it to another address.
  func changing(_ idToken: String) async throws(AccountsError) -> Account {
    let caller = try await caller(idToken: idToken)
    guard
      CallerRule.isRecent(
        caller.session, of: caller.account, within: policy.recentSignIn, now: time.now())
    else {
      throw AccountsError(.credentialTooOld)
    }
    return caller.account
  }

  /// The same for an administrator, by the account's address; `USER_NOT_FOUND`.
  package func changeCode(for email: String?, newEmail: String?) async throws(AccountsError) -> IssuedCode {
    guard let account = try await account(of: address(email)) else { throw AccountsError(.userNotFound) }
    return try await issue(change(of: account, newEmail: newEmail))
  }

  func change(of account: Account, newEmail: String?) async throws(AccountsError) -> OutOfBandCode {
    guard let newEmail, !newEmail.isEmpty else { throw AccountsError(.missingNewEmail) }
    let address = try address(newEmail)
    // Before anything is looked up: what ends the account's sessions meanwhile must end the code as well.
    let now = time.now()
    if onePerEmail, let other = try await self.account(of: address), other.id != account.id {
      throw AccountsError(.emailExists)
    }
    return OutOfBandCode(
      purpose: .verifyAndChangeEmail, email: account.email ?? "", newEmail: address, account: account.id,
      at: now)
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
