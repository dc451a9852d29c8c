extension Accounts {
  /// Counts an attempt of a client's network; administrators and our own work are not limited.
  ///
  /// Throws `TOO_MANY_ATTEMPTS_TRY_LATER` with the time to wait.
  package func admit(_ kind: LimitKind, _ client: ClientFacts) async throws(AccountsError) {
    guard client.isLimited, let network = client.network else { return }
    try await limiter.spend([Limiter.Attempt(kind, network)])
  }

  /// Counts an attempt of a client's network and of whom it is for.
  func admit(
    _ kind: LimitKind, for other: LimitKind, _ subject: String, _ client: ClientFacts
  ) async throws(AccountsError) {
    guard client.isLimited else { return }
    let byNetwork = client.network.map { [Limiter.Attempt(kind, $0)] } ?? []
    try await limiter.spend(byNetwork + [Limiter.Attempt(other, subject)])
  }

  /// Counts a password that is tried; the answer is what ``Limiter/giveBack(_:)`` takes when it was right.
  ///
  /// What a stranger guesses elsewhere must not lock a person out: a network counts by itself for each
  /// account, and an address that the account is signed in from passes the account's own limit (R43).
  func admitPassword(for address: String, known account: Account?, _ client: ClientFacts)
    async throws(AccountsError) -> [Limiter.Attempt]
  {
    guard client.isLimited else { return [] }
    try await admit(.signIn, client)
    var attempts: [Limiter.Attempt] = []
    if let network = client.network {
      attempts = [
        Limiter.Attempt(.passwordNetwork, network), Limiter.Attempt(.password, network + " " + address),
      ]
      try await limiter.spend(attempts)
    }
    let own = Limiter.Attempt(.passwordAccount, address)
    do throws(AccountsError) {
      try await limiter.spend([own])
      attempts.append(own)
    } catch {
      guard error.code == .tooManyAttempts, try await isFamiliar(client, to: account) else { throw error }
    }
    return attempts
  }

  private func isFamiliar(_ client: ClientFacts, to account: Account?) async throws(AccountsError) -> Bool {
    // Behind a proxy that is not listed everybody has its address.
    guard let account, client.network != nil, let address = client.address else { return false }
    let sessions = try await stored { (store) throws(StoreError) in try await store.sessions(of: account.id) }
    return sessions.contains { $0.address == address }
  }
}
