import BramleyCrypto

/// Codes that go by mail: the code, its mail and the count of a relay address are one transaction.
extension Accounts {
  /// Mails a code that resets the password of an address.
  ///
  /// Under enumeration protection an unknown address, and one that takes no mail, look like any other (R29).
  /// Throws `OPERATION_NOT_ALLOWED` without mail, `MISSING_EMAIL`, `INVALID_EMAIL`, `EMAIL_NOT_FOUND`,
  /// `TOO_MANY_ATTEMPTS_TRY_LATER` for a relay address that got its hundred.
  package func mailPasswordReset(to email: String?, _ posting: Posting) async throws(AccountsError) {
    try requireMail()
    guard policy.allowsPasswords else { throw AccountsError(.passwordLoginDisabled) }
    let address = try address(email)
    try await admitMail(to: address, posting)
    guard let account = try await account(of: address) else {
      guard protectsEnumeration else { throw AccountsError(.emailNotFound) }
      // A code that nobody gets: an unknown address must cost a commit as a known one does.
      _ = try await passwordResetDecoy(address)
      return
    }
    try await quietly {
      () async throws(AccountsError) in
      try await self.mail(
        OutOfBandCode(purpose: .passwordReset, email: address, account: account.id, at: self.time.now()),
        about: account, posting)
    }
  }

  private func passwordResetDecoy(_ address: String) async throws(AccountsError) -> Secret {
    try await keepOnce(
      try SealedJSON.encode(OutOfBandCode(purpose: .passwordReset, email: address, at: time.now())),
      purpose: .outOfBandCode, lifetime: Self.codeLifetime)
  }

  /// Mails a code that signs in with an address, which need not have an account.
  ///
  /// Throws as ``mailPasswordReset(to:_:)`` but `EMAIL_NOT_FOUND`.
  package func mailSignInLink(to email: String?, _ posting: Posting) async throws(AccountsError) {
    try requireMail()
    let address = try address(email)
    try await admitMail(to: address, posting)
    let account = try await account(of: address)
    try await quietly {
      () async throws(AccountsError) in
      try await self.mail(
        OutOfBandCode(purpose: .emailSignIn, email: address, at: self.time.now()), about: account, posting)
    }
  }

  /// Mails a code that proves the caller's address; answers the address.
  package func mailVerification(idToken: String, _ posting: Posting) async throws(AccountsError) -> String {
    try requireMail()
    let account = try await caller(idToken: idToken).account
    let content = try verification(of: account)
    try await admitMail(to: content.email, posting)
    try await mail(content, about: account, posting)
    return content.email
  }

  /// Mails a code that moves the caller's account to a new address; answers the account's address.
  ///
  /// Throws as ``changeCode(idToken:newEmail:)``.
  package func mailChange(idToken: String, newEmail: String?, _ posting: Posting) async throws(AccountsError)
    -> String
  {
    try requireMail()
    let account = try await changing(idToken)
    let content = try await change(of: account, newEmail: newEmail)
    try await admitMail(to: content.recipient, posting)
    try await mail(content, about: account, posting)
    return content.email
  }

  /// The mail that tells the old address of a change; nil where no mail is sent or none can be.
  func recovery(
    of id: Account.ID, from old: String, to new: String?, _ posting: Posting?, at now: Timestamp
  ) throws(AccountsError) -> PreparedMessage? {
    guard sendsMail, let posting, canReceive(old) else { return nil }
    return try prepare(
      OutOfBandCode(purpose: .recoverEmail, email: old, newEmail: new, account: id, at: now), about: id,
      lifetime: Self.codeLifetime, posting, at: now)
  }

  private func admitMail(to address: String, _ posting: Posting) async throws(AccountsError) {
    try await admit(.mail, for: .mailAddress, address, posting.client)
  }

  private func mail(_ content: OutOfBandCode, about account: Account?, _ posting: Posting)
    async throws(AccountsError)
  {
    let now = time.now()
    let prepared = try prepare(
      content, about: account?.id, lifetime: Self.codeLifetime, posting, at: now)
    guard let account else { return try await post(prepared, at: now) }
    try await post(prepared, about: account.id, at: now)
  }

  /// Keeps what only a known address can be refused for from whoever must not learn that it is known (R29).
  private func quietly(_ body: () async throws(AccountsError) -> Void) async throws(AccountsError) {
    do throws(AccountsError) {
      try await body()
    } catch {
      guard protectsEnumeration, error.code != .unavailable, error.code != .invalidEmail else {
        throw error
      }
      log("A mail was not sent: \(error.description)")
    }
  }
}
