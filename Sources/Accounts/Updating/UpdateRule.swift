/// An update whose slow and outside parts are done: address normalised, password hashed.
struct PreparedUpdate: Sendable {
  var update: AccountUpdate
  var email: Change<String> = .keep
  var passwordHash: Change<String> = .keep

  init(update: AccountUpdate) { self.update = update }

  /// The address that the account gets; nil when it keeps or loses the one it has.
  var newEmail: String? { if case .set(let email) = email { email } else { nil } }
}

/// Decides what a person may change on the own account (wire §4.7, R26a, R28, A33). Pure.
struct UpdateRule: Sendable {
  let update: PreparedUpdate
  let now: Timestamp
  let recentSignIn: Duration
  /// The session that opens when all end.
  let draft: SessionDraft

  func apply(to change: inout AccountChange) -> Verdict<Bool> {
    var after = change.account
    let before = after
    var next = draft
    profile(&after)
    let isSensitive = credentials(&after, provider: &next.provider)
    unlink(&after, before: before, change: &change)
    let losesLastWay = after.hasNoWayIn && !before.hasNoWayIn
    if isSensitive || losesLastWay {
      guard let caller = change.caller,
        CallerRule.isRecent(caller, of: before, within: recentSignIn, now: now)
      else {
        return .refuse(AccountsError(.credentialTooOld))
      }
    }
    note(before, after, &change)
    if isSensitive || update.update.endsEverything {
      // By the second, as tokens count: the new ones are issued in this second and stay good.
      after.validSince = Timestamp(seconds: now.seconds)
      change.ends = .all
      change.opens = next
    }
    change.account = after
    return .commit(true)
  }

  private func profile(_ account: inout Account) {
    switch update.update.displayName {
    case .keep: break
    case .set(let name): account.displayName = name.cut(to: 256)
    case .clear: account.displayName = nil
    }
    switch update.update.photoURL {
    case .keep: break
    case .set(let url): account.photoURL = url.cut(to: 2048)
    case .clear: account.photoURL = nil
    }
  }

  /// Address and password; whether the change is one that ends sessions.
  private func credentials(_ account: inout Account, provider: inout ProviderID) -> Bool {
    var isSensitive = false
    switch update.email {
    case .keep: break
    case .set(let email):
      if account.email != email {
        account.initialEmail = account.initialEmail ?? account.email
        account.email = email
        account.isEmailVerified = false
        isSensitive = true
      }
    case .clear:
      isSensitive = account.email != nil
      account.email = nil
      account.isEmailVerified = false
    }
    switch update.passwordHash {
    case .keep: break
    case .set(let hash):
      account.passwordHash = hash
      account.passwordUpdatedAt = now
      account.isAnonymous = false
      account.deletesAt = nil
      provider = .password
      isSensitive = true
    case .clear:
      isSensitive = isSensitive || account.passwordHash != nil
      account.passwordHash = nil
      account.passwordUpdatedAt = nil
    }
    return isSensitive
  }

  private func unlink(_ account: inout Account, before: Account, change: inout AccountChange) {
    Unlinking.apply(update.update.unlink, to: &account)
    if before.identity(of: .apple) != nil, account.identity(of: .apple) == nil {
      // Else the app stays in the person's Apple settings, and the name never comes again (R26a).
      change.revokesGrants = true
      account.appleAuthorizedAt = nil
    }
  }

  private func note(_ before: Account, _ after: Account, _ change: inout AccountChange) {
    if before.email != after.email { change.note(.emailChanged) }
    if before.passwordHash != after.passwordHash {
      change.note(after.passwordHash == nil ? .passwordRemoved : .passwordSet)
    }
    if before.displayName != after.displayName || before.photoURL != after.photoURL {
      change.note(.profileChanged)
    }
    for provider in update.update.unlink { change.note(.identityUnlinked, provider.rawValue) }
    if update.update.endsEverything { change.note(.sessionsEnded, "all") }
  }
}

/// Takes ways in off an account (wire §4.7).
enum Unlinking {
  static func apply(_ providers: [ProviderID], to account: inout Account) {
    for provider in providers {
      switch provider {
      case .password:
        account.email = nil
        account.isEmailVerified = false
        account.hasEmailLinkSignIn = false
        account.passwordHash = nil
        account.passwordUpdatedAt = nil
      case .phone: account.phoneNumber = nil
      default: account.identities.removeAll { $0.provider == provider }
      }
    }
  }
}
