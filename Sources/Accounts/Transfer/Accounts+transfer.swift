import AppleIdentity

/// Sign-ins while the app's people move to another team (FR-55).
extension Accounts {
  private var transfer: AppleTransfer? {
    guard let previous = policy.apple.previousTeamID else { return nil }
    return AppleTransfer(
      store: store, team: policy.apple.teamID, previousTeam: previous,
      issuer: policy.apple.issuers.first ?? AppleIssuers.apple.canonical, now: { [time] in time.now() })
  }

  /// Looks whether a person who was just proven has an account under another subject of theirs.
  ///
  /// Somebody found by a transfer identifier is moved at once: the token names both subjects, and Apple
  /// signed it. Somebody who comes with the old team's token after the move gets the identity that they have
  /// now; what the old token says of the address is out of date.
  ///
  /// - Parameter target: The account that the identity is to be linked to. When it is the person's own and
  ///   was handed over without an Apple identity, the link gives it one, and keeps the consent with it (R27).
  /// - Returns: Whether there is such an account, so that none may be made.
  func recognize(_ proven: inout ProvenIdentity, linkingTo target: Account.ID? = nil)
    async throws(AccountsError) -> Bool
  {
    guard let transfer, proven.identity.provider == .apple else { return false }
    let (subject, identifier) = (proven.identity.subject, proven.transferIdentifier)
    guard
      let owner = try await stored({ (_) throws(StoreError) in
        try await transfer.owner(ofSubject: subject, transferIdentifier: identifier)
      })
    else { return false }
    let known = owner.identity(of: .apple)
    if known?.key == proven.identity.key { return true }
    if known == nil, owner.id == target { return false }
    if identifier != nil, known?.key.team != transfer.team {
      let person = TransferredPerson(
        key: proven.identity.key, email: proven.identity.isPrivateEmail ? proven.identity.email : nil,
        isPrivateEmail: proven.identity.isPrivateEmail)
      let outcome = try await stored { (_) throws(StoreError) in
        try await transfer.move(owner.id, to: person)
      }
      return outcome == .done
    }
    guard let known else { return false }
    proven.identity.key = known.key
    proven.identity.email = nil
    return true
  }

  /// The subject under which an account is known, once Apple's token is seen to name its owner; nil when the
  /// token names somebody else, who then stays as they are (R42).
  func subject(of account: Account, provenBy verified: VerifiedIdentityToken) async throws(AccountsError)
    -> String?
  {
    guard let known = account.identity(of: .apple) else { return nil }
    if known.subject == verified.claims.subject.rawValue { return known.subject }
    guard let transfer else { return nil }
    var proven = proven(verified)
    let (subject, identifier) = (proven.identity.subject, proven.transferIdentifier)
    let owner = try await stored { (_) throws(StoreError) in
      try await transfer.owner(ofSubject: subject, transferIdentifier: identifier)
    }
    guard owner?.id == account.id, try await recognize(&proven) else { return nil }
    return proven.identity.subject
  }

  /// The account of a subject, also of one that the person had in the previous team.
  func owner(ofAppleSubject subject: String) async throws(StoreError) -> Account? {
    guard let transfer else {
      return try await store.accounts(by: [.identity(provider: .apple, subject: subject)]).first
    }
    return try await transfer.owner(ofSubject: subject, transferIdentifier: nil)
  }

  /// The key under which a subject that Apple names is known here.
  func currentKey(ofSubject subject: String) async throws(AccountsError) -> Identity.Key {
    let named = key(of: .apple, subject: subject)
    guard policy.apple.previousTeamID != nil else { return named }
    let owner = try await stored { (_) throws(StoreError) in try await self.owner(ofAppleSubject: subject) }
    return owner?.identity(of: .apple)?.key ?? named
  }
}
