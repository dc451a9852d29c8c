import AppleIDClient
import AppleIdentity
package import BramleyCrypto

extension Accounts {
  /// The domain for an administrator's command that works on a store beside the service, or without one.
  ///
  /// It issues no tokens and calls nobody: what must happen at Apple is written as a job, which the service
  /// does. Nothing that it does seals or opens anything, so it needs no key.
  package static func administration(
    of store: any AccountStore, policy: AccountsPolicy, time: any TimeSource, random: any RandomSource
  ) throws(AccountsError) -> Accounts {
    let keys: MasterKeyRing
    do throws(CryptoError) {
      keys = try MasterKeyRing(current: MasterKey(id: "none", secret: Secret(bytes: random.bytes(32))))
    } catch {
      throw AccountsError(.unavailable, reason: error.code.rawValue)
    }
    return try Accounts(
      policy: policy, store: store, apple: NoApple(), keys: keys, signer: NoSigner(), time: time,
      random: random, identifiers: TimedIdentifiers(random: random) { SystemTime.microseconds() },
      startWork: { _ in })
  }

  /// Ends every session of an account and refuses every token issued until now; `USER_NOT_FOUND`.
  package func endSessions(of id: Account.ID, client: ClientFacts) async throws(AccountsError) {
    let now = time.now()
    _ = try await change(target(id, client, at: now)) { change -> Verdict<Bool> in
      change.ends = .all
      change.endReason = .ended
      // Whole seconds, as tokens have them: the second that runs counts as before.
      change.account.validSince = Timestamp(seconds: now.seconds)
      change.note(.sessionsEnded, "administrator")
      return .commit(true)
    }
  }
}

/// Apple, for commands that never ask it.
private struct NoApple: AppleService {
  private var refusal: AppleServiceError {
    AppleServiceError(.notConfigured, fault: .configuration, message: "A command does not call Apple.")
  }

  func keySet(lacking unknown: String?) async throws(AppleServiceError) -> AppleKeySet { throw refusal }
  func exchange(_ request: AppleCodeExchange) async throws(AppleServiceError) -> AppleTokenAnswer {
    throw refusal
  }
  func revoke(_ token: Secret, kind: AppleTokenKind, clientID: String) async throws(AppleServiceError) {
    throw refusal
  }
  func validate(refreshToken: Secret, clientID: String) async throws(AppleServiceError) { throw refusal }
}

/// A signer for commands that issue nothing.
private struct NoSigner: TokenSigner {
  let publicKeySet = Array("{\"keys\":[]}".utf8)
  let algorithms: [String] = []
  func sign(_ claims: [UInt8]) throws(AccountsError) -> Secret {
    throw AccountsError(.unavailable, reason: "a command issues no tokens")
  }
  func claims(of token: String) -> [UInt8]? { nil }
}
