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
      change.account.keepAddressSteps(upTo: content.email)
      change.account.forgetBounce()
    case .verifyAndChangeEmail:
      guard let newEmail = content.newEmail, (change.account.email ?? "") == content.email else {
        return .refuse(AccountsError(.invalidOutOfBandCode))
      }
      // Whoever asked for it lost the account since: a new password, an owner who proved the address (A21).
      if let issuedAt = content.issuedAt, let validSince = change.account.validSince, issuedAt < validSince {
        return .refuse(AccountsError(.invalidOutOfBandCode))
      }
      move(to: newEmail, &change)
    case .recoverEmail:
      if let issuedAt = content.issuedAt {
        guard change.account.undoAddressStep(from: content.email, at: issuedAt) else {
          return .refuse(AccountsError(.invalidOutOfBandCode))
        }
      }
      move(to: content.email, &change)
      if let issuedAt = content.issuedAt { dropWhatCame(since: issuedAt, &change) }
    case .revertSecondFactorAddition:
      guard let index = change.account.secondFactors.firstIndex(where: { $0.id == content.secondFactor })
      else { return .refuse(AccountsError(.invalidOutOfBandCode)) }
      var factors = change.account.secondFactors
      factors.remove(at: index)
      change.account.secondFactors = factors
      endEverything(&change)
      change.note(.accountChanged, "second factor reverted")
    case .passwordReset, .emailSignIn: return .refuse(AccountsError(.invalidOutOfBandCode))
    }
    return .commit(true)
  }

  /// Takes off the ways in and factors that came with the change of the address or after it: whoever made the
  /// change put them there, and would be in again, or lock the person out.
  private func dropWhatCame(since moved: Timestamp, _ change: inout AccountChange) {
    if let set = change.account.passwordUpdatedAt, set >= moved {
      change.account.passwordHash = nil
      change.account.passwordUpdatedAt = nil
      change.note(.passwordRemoved)
    }
    for identity in change.account.identities {
      guard let linked = identity.firstAuthorizedAt, linked > moved else { continue }
      change.account.identities.removeAll { $0.key == identity.key }
      change.note(.identityUnlinked, identity.provider.rawValue)
      if identity.provider == .apple {
        change.revokesGrants = true
        change.account.appleAuthorizedAt = nil
      }
    }
    let factors = change.account.secondFactors
    let kept = factors.filter { ($0.enrolledAt ?? "") <= moved.internetText }
    if kept != factors {
      change.account.secondFactors = kept
      change.note(.accountChanged, "second factor reverted")
    }
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
    change.account.keepAddressSteps(upTo: content.email)
    endEverything(&change)
    change.note(.passwordSet, "reset")
    return .commit(true)
  }

  private func endEverything(_ change: inout AccountChange) {
    change.account.validSince = Timestamp(seconds: now.seconds)
    change.ends = .all
  }
}
