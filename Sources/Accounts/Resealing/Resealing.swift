package import BramleyCrypto

/// Seals anew what a store holds under an earlier sealing key.
///
/// It may be broken off at any moment and begun again: what is sealed under the current key already is passed
/// over. One-time values are not touched; they end by themselves within a day.
package struct Resealing: Sendable {
  /// What a pass did.
  package struct Counts: Sendable, Hashable {
    /// Values that were looked at.
    package var seen = 0
    /// Values that were sealed anew.
    package var resealed = 0
    /// Values that none of the keys opens.
    package var broken = 0
  }

  private let store: any ResealableStore
  private let keys: MasterKeyRing
  private let random: any RandomSource
  private let vault: Vault

  /// A pass over a store.
  ///
  /// - Parameter keys: The current key, which seals, and the earlier ones, which open.
  package init(_ store: any ResealableStore, keys: MasterKeyRing, random: any RandomSource)
    throws(AccountsError)
  {
    self.store = store
    self.keys = keys
    self.random = random
    vault = try Vault(keys, random: random)
  }

  /// Does the whole pass.
  package func run(progress: (Counts) -> Void = { _ in }) async throws(AccountsError) -> Counts {
    var counts = Counts()
    for register in try await SigningKeyRegister.all(in: store, keys: keys, random: random) {
      counts.seen += 1
      if try await register.reseal() { counts.resealed += 1 }
    }
    for kind in SealedValue.Kind.allCases {
      var after: Int64 = 0
      while true {
        let values = try await asked { (store) throws(StoreError) in
          try await store.sealedValues(of: kind, after: after, limit: 500)
        }
        for value in values { try await reseal(value, &counts) }
        progress(counts)
        guard let last = values.last else { break }
        after = last.number
      }
    }
    try await resealFactors(&counts, progress)
    return counts
  }

  private func reseal(_ value: SealedValue, _ counts: inout Counts) async throws(AccountsError) {
    counts.seen += 1
    guard !vault.isCurrent(value.sealed) else { return }
    for binding in Vault.Binding.ofRow(subject: value.subject, clientID: value.clientID) {
      guard let bytes = vault.open(value.sealed, for: binding) else { continue }
      let sealed = try vault.seal(bytes, for: binding)
      // Lost to the service, which wrote something newer or removed it: under the current key, if at all.
      if try await asked({ (store) throws(StoreError) in try await store.replace(value, with: sealed) }) {
        counts.resealed += 1
      }
      return
    }
    counts.broken += 1
  }

  /// The secrets of one-time passwords stand inside the accounts.
  private func resealFactors(_ counts: inout Counts, _ progress: (Counts) -> Void)
    async throws(AccountsError)
  {
    var after: Account.ID?
    while true {
      let last = after
      let page = try await asked { (store) throws(StoreError) in
        try await store.accounts(after: last, limit: 1000)
      }
      for account in page where account.extras[SecondFactor.member] != nil {
        try await resealFactors(of: account, &counts)
      }
      progress(counts)
      guard let last = page.last else { return }
      after = last.id
    }
  }

  private func resealFactors(of account: Account, _ counts: inout Counts) async throws(AccountsError) {
    let sealed = account.secondFactors.compactMap(\.sealedSecret)
    counts.seen += sealed.count
    guard sealed.contains(where: { !vault.isCurrent($0) }) else { return }
    let rule = FactorResealing(vault: vault)
    let target = ChangeTarget(account: account.id, now: Timestamp(milliseconds: 0))
    let result: ChangeResult<Counts>
    do throws(StoreError) {
      result = try await store.change(target) { rule.apply(to: &$0) }
    } catch {
      throw AccountsError(error)
    }
    // An account that was deleted meanwhile has nothing left to seal.
    guard case .changed(let changed) = result else { return }
    counts.resealed += changed.answer.resealed
    counts.broken += changed.answer.broken
  }

  private func asked<Answer: Sendable>(
    _ operation: (any ResealableStore) async throws(StoreError) -> Answer
  ) async throws(AccountsError) -> Answer {
    do throws(StoreError) { return try await operation(store) } catch { throw AccountsError(error) }
  }
}

/// Seals anew the secrets of an account's one-time passwords.
private struct FactorResealing: Sendable {
  let vault: Vault

  func apply(to change: inout AccountChange) -> Verdict<Resealing.Counts> {
    var counts = Resealing.Counts()
    var factors = change.account.secondFactors
    for index in factors.indices {
      guard let old = factors[index].sealedSecret, !vault.isCurrent(old) else { continue }
      let binding = Vault.Binding.oneTimePassword(account: change.account.id, id: factors[index].id)
      guard let bytes = vault.open(old, for: binding), let new = try? vault.seal(bytes, for: binding) else {
        counts.broken += 1
        continue
      }
      factors[index].sealedSecret = new
      counts.resealed += 1
    }
    if counts.resealed > 0 { change.account.secondFactors = factors }
    return .commit(counts)
  }
}
