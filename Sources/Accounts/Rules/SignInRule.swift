/// Decides what a proven identity leads to: R22, R23, R25 and the wire's §6.1, §6.2. Pure.
///
/// Accounts are never joined by address alone: an identity reaches an existing account only as its own, by
/// a link of a signed-in session, or when nobody has proven anything about that account (attacks A19–A21).
package enum SignInRule {
  /// What the store knows when the proof arrives.
  package struct Facts: Sendable {
    /// The account that has the identity.
    package var owner: Account?
    /// The account that has the address, where an address belongs to one account only.
    package var addressee: Account?
    /// The account to link to.
    package var target: Account?

    package init(owner: Account?, addressee: Account?, target: Account? = nil) {
      self.owner = owner
      self.addressee = addressee
      self.target = target
    }
  }

  /// What follows.
  package enum Decision: Sendable, Equatable {
    /// Sign in to the account that has the identity.
    case signIn(Account)
    /// Empty an unproven account of its credentials and sign in to it.
    case takeOver(Account)
    /// Make an account; the address is taken from another one first if that had no proof of it.
    case create(yielding: Account?)
    /// Put the identity on the target.
    case link(Account)
    /// Somebody must prove to own both.
    case needsConfirmation([ProviderID])
    /// The identity or the address is taken.
    case conflict(SignInOutcome.Conflict)
    /// There is no account and none may be made.
    case notFound
    /// The account is locked.
    case disabled(Account)
  }

  /// The decision for an identity.
  package static func decide(_ identity: Identity, createsAccount: Bool, facts: Facts) -> Decision {
    if let target = facts.target { return link(identity, to: target, facts: facts) }
    if let owner = facts.owner { return owner.isDisabled ? .disabled(owner) : .signIn(owner) }
    guard createsAccount else { return .notFound }
    guard let other = facts.addressee else { return .create(yielding: nil) }
    if !identity.isEmailVerified || other.isEmailVerified { return .needsConfirmation(other.providers) }
    if other.identities.contains(where: \.isProven) { return .create(yielding: other) }
    return other.isDisabled ? .disabled(other) : .takeOver(other)
  }

  private static func link(_ identity: Identity, to target: Account, facts: Facts) -> Decision {
    // Also when it is on the target already: SDKs rely on it (wire §6.2 step 2).
    if facts.owner != nil { return .conflict(.alreadyLinked) }
    // A second identity of one provider would silently replace the first, and with it a way in.
    if target.identity(of: identity.provider) != nil { return .conflict(.alreadyLinked) }
    if let other = facts.addressee, other.id != target.id { return .conflict(.emailExists) }
    return .link(target)
  }

  /// The account after a returning sign-in: what the provider says anew, never less than before (FR-28).
  package static func refreshed(_ account: Account, with presented: Identity, name: String?, now: Timestamp)
    -> Account
  {
    var account = account
    if var identity = account.identity(of: presented.provider), identity.key == presented.key {
      if let email = presented.email {
        identity.email = email
        identity.isEmailVerified = presented.isEmailVerified
        identity.isPrivateEmail = presented.isPrivateEmail
      }
      identity.displayName = presented.displayName ?? identity.displayName
      identity.photoURL = presented.photoURL ?? identity.photoURL
      identity.screenName = presented.screenName ?? identity.screenName
      account.upsert(identity)
    }
    return stamped(account, with: presented, name: name, now: now)
  }

  /// A new account of an identity.
  package static func created(
    _ id: Account.ID, with presented: Identity, name: String?, takesEmail: Bool, now: Timestamp
  ) -> Account {
    var account = Account(id: id, createdAt: now)
    if takesEmail, let email = presented.email {
      account.email = email
      account.isEmailVerified = presented.isEmailVerified
    }
    account.displayName = presented.displayName
    account.photoURL = presented.photoURL
    // Whoever hides the address may have an account under the real one already (FR-34).
    account.mayBeSecond = presented.isPrivateEmail
    account.upsert(first(presented, now: now))
    return stamped(account, with: presented, name: name, now: now)
  }

  /// The target of a link with the identity on it.
  package static func linked(
    _ target: Account, with presented: Identity, name: String?, takesEmail: Bool, now: Timestamp
  ) -> Account {
    var account = target
    account.upsert(first(presented, now: now))
    if account.email == nil, takesEmail, let email = presented.email {
      account.email = email
      account.isEmailVerified = presented.isEmailVerified
    }
    account.deletesAt = nil
    return stamped(account, with: presented, name: name, now: now)
  }

  /// An unproven account after the address's owner arrived, with the identity that proved it.
  package static func takenOver(_ account: Account, by presented: Identity, name: String?, now: Timestamp)
    -> Account
  {
    var account = emptied(account, now: now)
    account.upsert(first(presented, now: now))
    return stamped(account, with: presented, name: name, now: now)
  }

  /// An unproven account after the address's owner arrived: every way in, factor and link of whoever had it
  /// before goes (A21).
  package static func emptied(_ account: Account, now: Timestamp) -> Account {
    var account = account
    account.passwordHash = nil
    account.passwordUpdatedAt = nil
    account.hasEmailLinkSignIn = false
    account.phoneNumber = nil
    account.identities.removeAll { !$0.isProven }
    account.secondFactors = []
    account.forgetAddressSteps()
    account.deletesAt = nil
    account.isEmailVerified = true
    account.validSince = Timestamp(seconds: now.seconds)
    return account
  }

  /// The account that loses its unproven address to the owner.
  package static func yielded(_ account: Account) -> Account {
    var account = account
    account.email = nil
    account.isEmailVerified = false
    account.hasEmailLinkSignIn = false
    account.passwordHash = nil
    account.passwordUpdatedAt = nil
    return account
  }

  private static func first(_ presented: Identity, now: Timestamp) -> Identity {
    var identity = presented
    identity.firstAuthorizedAt = now
    return identity
  }

  private static func stamped(_ account: Account, with presented: Identity, name: String?, now: Timestamp)
    -> Account
  {
    var account = account
    account.lastLoginAt = now
    account.isAnonymous = false
    if presented.provider == .apple { account.appleAuthorizedAt = now }
    if account.displayName == nil || account.displayName?.isEmpty == true { account.displayName = name }
    if presented.isEmailVerified, let email = account.email, email == presented.email {
      account.isEmailVerified = true
    }
    return account
  }
}
