package import AppleIDClient
import AppleIdentity
package import BramleyCrypto

/// The domain: accounts, identities, sessions, web flows, linking, consent, deletion and jobs.
///
/// Each method is one operation: it checks what it was given, runs one transaction of the store, and
/// starts what may happen later. Every method throws ``AccountsError``: a refusal changes no account,
/// identity, session or grant (R42); `UNAVAILABLE` says that trying again helps.
package final class Accounts: Sendable {
  /// What an operator decided.
  package let policy: AccountsPolicy
  let store: any AccountStore
  let apple: any AppleService
  let time: any TimeSource
  let random: any RandomSource
  let identifiers: any IdentifierSource
  let vault: Vault
  let refreshTokens: RefreshTokenCodec
  let tokens: TokenMinter
  let passwordHasher: PasswordHasher
  let callers = CallerCache()
  let adjustments = DevelopmentAdjustments()
  let refusals = RefusalMemory()
  /// What Apple's identity tokens are judged by.
  let identityTokenPolicy: IdentityTokenPolicy
  /// Counts attempts (R43).
  package let limiter: Limiter
  let log: @Sendable (String) -> Void
  let startWork: @Sendable (@escaping @Sendable () async -> Void) -> Void
  let delivery: any MessageDelivery
  /// What jobs came to, for whoever watches over the service.
  package let jobTally = JobTally()

  /// The domain over a store and Apple's service.
  ///
  /// - Parameters:
  ///   - keys: The keys that seal secrets and sign refresh tokens, from outside the store (decision 11).
  ///   - signer: What signs ID tokens.
  ///   - delivery: Brings mail and text messages to people.
  ///   - log: Takes a line for what an operator should know; no line holds a secret or a person's name.
  ///   - startWork: Starts work that nobody waits for: the exchange of a code, a first revocation.
  package init(
    policy: AccountsPolicy, store: any AccountStore, apple: any AppleService, keys: MasterKeyRing,
    signer: any TokenSigner, time: any TimeSource, random: any RandomSource,
    identifiers: any IdentifierSource, delivery: any MessageDelivery = NoDelivery(),
    log: @escaping @Sendable (String) -> Void = { _ in },
    startWork: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void = { work in
      Task { await work() }
    }
  ) throws(AccountsError) {
    self.policy = policy
    self.store = store
    self.apple = apple
    self.time = time
    self.random = random
    self.identifiers = identifiers
    self.log = log
    self.startWork = startWork
    self.delivery = delivery
    vault = try Vault(keys, random: random)
    refreshTokens = try RefreshTokenCodec(keys)
    identityTokenPolicy = IdentityTokenPolicy(policy.apple)
    tokens = TokenMinter(policy: policy, signer: signer)
    passwordHasher = PasswordHasher(policy: policy, random: random)
    limiter = Limiter(policy.limits, hash: try Self.limitKey(keys), time: time, log: log) {
      (leases, now) throws(StoreError) in try await store.lease(leases, at: now)
    }
  }

  private static func limitKey(_ keys: MasterKeyRing) throws(AccountsError) -> HMACKey {
    do throws(CryptoError) {
      return try HMACKeyRing(keys, purpose: "accounts/limits").current
    } catch {
      throw AccountsError(.unavailable, reason: "limits key: \(error.code.rawValue)")
    }
  }

  /// The instant, for what is shown or judged beside the domain.
  package var now: Timestamp { time.now() }

  /// The public keys of our tokens, as a JWK set's JSON text.
  package var publicKeySet: [UInt8] { tokens.signer.publicKeySet }

  /// Asks the store, with the domain's error.
  func stored<Answer: Sendable>(
    _ operation: (any AccountStore) async throws(StoreError) -> Answer
  ) async throws(AccountsError) -> Answer {
    do throws(StoreError) {
      return try await operation(store)
    } catch {
      log("The store failed: \(error.description)")
      throw AccountsError(error)
    }
  }
}
