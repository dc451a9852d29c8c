import BramleyCrypto

/// The move of an app, with its people, from one developer team to another.
///
/// Apple's subjects are scoped to the team, so everybody gets another one. For 60 days both teams can ask for
/// an identifier that both know. It is kept on the account, beside pointers from it and from the old subject
/// to the account, so that a person is found under either team's token (FR-55). The move itself is one
/// transaction for each person.
package struct AppleTransfer: Sendable {
  /// The account's member that keeps the identifier: the receiving team, a space, the identifier.
  static let member = "appleTransfer"

  let store: any AccountStore
  /// The team that has the app now; scopes new subjects.
  package let team: String
  /// The team that had it, if there was one.
  package let previousTeam: String?
  /// The issuer of Apple's identities.
  let issuer: String
  let now: @Sendable () -> Timestamp

  /// A move over a store.
  package init(
    store: any AccountStore, team: String, previousTeam: String?, issuer: String,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.store = store
    self.team = team
    self.previousTeam = previousTeam
    self.issuer = issuer
    self.now = now
  }

  // MARK: Finding people

  /// The account of a subject under either team, or of a transfer identifier.
  package func owner(
    ofSubject subject: String, transferIdentifier: String?
  ) async throws(StoreError) -> Account? {
    if let account = try await store.accounts(by: [.identity(provider: .apple, subject: subject)]).first,
      let identity = account.identity(of: .apple), identity.subject == subject,
      identity.key.team == team || identity.key.team == previousTeam
    {
      return account
    }
    if let account = try await account(behind: .subject, subject) { return account }
    guard let transferIdentifier else { return nil }
    return try await account(behind: .identifier, transferIdentifier)
  }

  private func account(behind kind: Pointer, _ text: String) async throws(StoreError) -> Account? {
    guard let bytes = try await store.setting(kind.name(of: text)), !bytes.isEmpty,
      let id = Account.ID(String(decoding: bytes, as: UTF8.self))
    else { return nil }
    // A pointer outlives its account; only an Apple identity of ours makes it lead somewhere.
    guard let account = try await store.accounts(by: [.id(id)]).first,
      account.identity(of: .apple) != nil || kind == .identifier
    else { return nil }
    return account
  }

  // MARK: Keeping and moving

  /// What became of one person.
  package enum Outcome: Sendable, Hashable {
    /// Done, or done before.
    case done
    /// The account is gone.
    case gone
    /// Another account has the new identity already: the person signed in anew before they were moved.
    case taken
  }

  /// Keeps the identifier by which a receiving team finds a person.
  package func keep(
    _ identifier: String, for receivingTeam: String, of id: Account.ID
  ) async throws(StoreError) -> Outcome {
    // The pointer first: it leads nowhere new, while an identifier without one would not be found.
    try await point(.identifier, identifier, to: id)
    let text = receivingTeam + " " + identifier
    let result = try await store.change(ChangeTarget(account: id, now: now())) { change -> Verdict<Void> in
      guard change.account.extras[Self.member] != text else { return .commit(()) }
      change.account.extras[Self.member] = text
      change.note(.accountChanged, "transfer prepared")
      return .commit(())
    }
    if case .refused = result { return .gone }
    return .done
  }

  /// Gives an account its identity in the receiving team, in one transaction.
  package func move(_ id: Account.ID, to person: TransferredPerson) async throws(StoreError) -> Outcome {
    guard let account = try await store.accounts(by: [.id(id)]).first else { return .gone }
    if let old = account.identity(of: .apple), old.key != person.key {
      try await point(.subject, old.subject, to: id)
    }
    for takesEmail in [true, false] {
      let result = try await store.change(ChangeTarget(account: id, now: now())) { change -> Verdict<Void> in
        if change.account.identity(of: .apple)?.key == person.key,
          change.account.extras[Self.member] == nil
        {
          return .commit(())
        }
        change.account = TransferRule.moved(change.account, to: person, takesEmail: takesEmail)
        change.note(.accountChanged, "transfer done")
        return .commit(())
      }
      switch result {
      case .changed: return .done
      case .refused(let error) where error.code == .emailExists && takesEmail: continue
      case .refused(let error): return error.code == .userNotFound ? .gone : .taken
      }
    }
    return .taken
  }

  /// The identifier that is kept on an account for a team.
  package static func identifier(on account: Account, for team: String) -> String? {
    guard let text = account.extras[member], text.hasPrefix(team + " ") else { return nil }
    return String(text.dropFirst(team.count + 1))
  }

  /// The team that an account's kept identifier is for.
  package static func preparedTeam(of account: Account) -> String? {
    account.extras[member].flatMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// What a pointer starts from. Its name holds a hash only; after a deletion it leads nowhere.
  private enum Pointer: String {
    case subject
    case identifier

    func name(of text: String) -> String {
      "apple/transfer/\(rawValue)/" + Base64URL.encode(SHA256.digest(utf8: text).bytes)
    }
  }

  private func point(_ kind: Pointer, _ text: String, to id: Account.ID) async throws(StoreError) {
    let (name, value) = (kind.name(of: text), Array(id.text.utf8))
    while true {
      let kept = try await store.setting(name)
      if kept == value { return }
      if try await store.replaceSetting(name, kept, with: value) { return }
    }
  }
}
