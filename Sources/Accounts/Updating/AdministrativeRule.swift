/// What an administrator's update does to an account (wire §4.7). Pure.
struct AdministrativeRule: Sendable {
  var update: AdministrativeUpdate
  let now: Timestamp
  /// The hash of a new password.
  var passwordHash: String?
  /// The key of an identity to link.
  var linkKey: Identity.Key?

  init(update: AdministrativeUpdate, now: Timestamp) {
    self.update = update
    self.now = now
  }

  func apply(to change: inout AccountChange) {
    var account = change.account
    let before = account
    Self.set(&account.displayName, update.displayName)
    Self.set(&account.photoURL, update.photoURL)
    Self.set(&account.phoneNumber, update.phoneNumber)
    Self.set(&account.customAttributes, update.customAttributes)
    email(&account)
    if let isEmailVerified = update.isEmailVerified { account.isEmailVerified = isEmailVerified }
    if let isDisabled = update.isDisabled { account.isDisabled = isDisabled }
    if let validSince = update.validSince { account.validSince = validSince }
    if let createdAt = update.createdAt { account.createdAt = createdAt }
    if let lastLoginAt = update.lastLoginAt { account.lastLoginAt = lastLoginAt }
    password(&account)
    Unlinking.apply(update.unlink, to: &account)
    link(&account)
    for (name, text) in update.extras { account.extras[name] = text.isEmpty ? nil : text }
    if !account.hasNoWayIn {
      account.isAnonymous = false
      account.deletesAt = nil
    }
    if before.identity(of: .apple) != nil, account.identity(of: .apple) == nil {
      change.revokesGrants = true
      account.appleAuthorizedAt = nil
    }
    if before.passwordHash != nil, before.passwordHash != account.passwordHash {
      // A new password answers a suspicion: nothing that was open before stays open (A33).
      change.ends = .all
      account.validSince = max(
        account.validSince ?? Timestamp(seconds: 0), Timestamp(seconds: now.seconds))
    }
    change.account = account
    note(before, account, &change)
  }

  private static func set(_ member: inout String?, _ change: Change<String>) {
    switch change {
    case .keep: break
    case .set(let value): member = value
    case .clear: member = nil
    }
  }

  private func email(_ account: inout Account) {
    let before = account.email
    Self.set(&account.email, update.email)
    guard account.email != before else { return }
    account.isEmailVerified = false
    if let before { account.initialEmail = account.initialEmail ?? before }
    account.forgetAddressSteps()
  }

  private func password(_ account: inout Account) {
    if let passwordHash {
      account.passwordHash = passwordHash
      account.passwordUpdatedAt = now
    } else if case .clear = update.password {
      account.passwordHash = nil
      account.passwordUpdatedAt = nil
    }
  }

  private func link(_ account: inout Account) {
    guard let link = update.link, let linkKey else { return }
    var identity = Identity(key: linkKey)
    identity.email = link.email?.lowercased()
    identity.displayName = link.displayName
    identity.photoURL = link.photoURL
    account.upsert(identity)
  }

  private func note(_ before: Account, _ after: Account, _ change: inout AccountChange) {
    if before.isDisabled != after.isDisabled {
      change.note(after.isDisabled ? .accountDisabled : .accountEnabled)
    }
    if before.email != after.email { change.note(.emailChanged, "administrator") }
    if before.passwordHash != after.passwordHash { change.note(.passwordSet, "administrator") }
    change.note(.accountChanged)
  }
}
