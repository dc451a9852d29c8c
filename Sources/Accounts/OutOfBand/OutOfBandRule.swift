/// What a code of a mail link does to its account (wire §4.7, §4.11, R26). Pure.
struct OutOfBandRule: Sendable {
  let content: OutOfBandCode
  let now: Timestamp

  /// Proves, changes or recovers the address.
  func apply(to change: inout AccountChange) -> Verdict<Bool> {
    guard !change.account.isDisabled else { return .refuse(AccountsError(.userDisabled)) }
    switch content.purpose {
    case .verifyEmail:
      // The address may have changed since; the code proves the one that it was sent to.
      guard change.account.email == content.email else {
        return .refuse(AccountsError(.invalidOutOfBandCode))
      }
      change.account.isEmailVerified = true
      change.account.forgetBounce()
    case .verifyAndChangeEmail:
      guard let newEmail = content.newEmail, (change.account.email ?? "") == content.email else {
        return .refuse(AccountsError(.invalidOutOfBandCode))
      }
      move(to: newEmail, &change)
    case .recoverEmail: move(to: content.email, &change)
    case .passwordReset, .emailSignIn: return .refuse(AccountsError(.invalidOutOfBandCode))
    }
    return .commit(true)
  }

  private func move(to email: String, _ change: inout AccountChange) {
    change.account.initialEmail = change.account.initialEmail ?? change.account.email
    change.account.email = email
    change.account.isEmailVerified = true
    endEverything(&change)
    change.note(.emailChanged, content.purpose == .recoverEmail ? "recovered" : "proven")
  }

  /// Sets a password.
  func resetPassword(of change: inout AccountChange, hash: String) -> Verdict<Bool> {
    guard !change.account.isDisabled else { return .refuse(AccountsError(.userDisabled)) }
    guard change.account.email == content.email else { return .refuse(AccountsError(.invalidOutOfBandCode)) }
    change.account.passwordHash = hash
    change.account.passwordUpdatedAt = now
    change.account.isEmailVerified = true
    change.account.isAnonymous = false
    change.account.deletesAt = nil
    // Whoever registered the address before its owner may have left a way back in; proven ones are the
    // owner's or were proven in the owner's session.
    change.account.identities.removeAll { !$0.isProven }
    endEverything(&change)
    change.note(.passwordSet, "reset")
    return .commit(true)
  }

  private func endEverything(_ change: inout AccountChange) {
    change.account.validSince = Timestamp(seconds: now.seconds)
    change.ends = .all
  }
}
