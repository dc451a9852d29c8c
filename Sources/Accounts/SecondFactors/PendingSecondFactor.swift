package import BramleyCrypto

/// A sign-in whose first factor is proven and whose second one is still asked for.
package struct PendingSecondFactor: Sendable {
  /// What the client sends back with the second factor; good once, for ten minutes.
  package let credential: Secret
  /// The account.
  package let account: Account
  /// How the first factor was proven.
  package let provider: ProviderID
  /// The factors to choose from.
  package var factors: [SecondFactor] { account.secondFactors }
}

/// What is kept of the first factor until the second one comes.
struct ProvenFirstFactor: Codable, Sendable {
  var account: String
  var provider: String
  var clientID: String?
  var provenAt: Int64
  var misses = 0
  /// How many text messages were asked for.
  var sent: Int? = nil
}

extension Accounts {
  static let secondFactorLifetime: Duration = .seconds(600)

  /// Stops a sign-in at an account with second factors: the session ends before anybody has a token of it.
  ///
  /// - Throws: `SECOND_FACTOR_REQUIRED` with what the client needs to go on.
  func requireSecondFactor(_ account: Account, _ session: Session, at now: Timestamp)
    async throws(AccountsError)
  {
    guard !account.secondFactors.isEmpty else { return }
    _ = try await stored { (store) throws(StoreError) in
      try await store.end(session.id, as: .signedOut, at: now)
    }
    let proven = ProvenFirstFactor(
      account: account.id.text, provider: session.signInProvider.rawValue, clientID: session.clientID,
      provenAt: now.milliseconds)
    let credential = try await keepOnce(
      try SealedJSON.encode(proven), purpose: .secondFactor, lifetime: Self.secondFactorLifetime)
    throw AccountsError(
      secondFactor: PendingSecondFactor(
        credential: credential, account: account, provider: session.signInProvider))
  }
}
