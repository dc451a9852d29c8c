import BramleyCrypto
import Dispatch
import Synchronization

/// Computes password hashes off the request threads, a few at a time, with a bounded queue.
final class PasswordHasher: Sendable {
  private struct State {
    var running = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let cost: Argon2id.Parameters
  private let parallelism: Int
  private let bound: Int
  private let random: any RandomSource
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "password hashing", attributes: .concurrent)

  init(policy: AccountsPolicy, random: any RandomSource) {
    cost = policy.passwordCost
    parallelism = max(1, policy.passwordParallelism)
    bound = max(0, policy.passwordQueue)
    self.random = random
  }

  /// The encoded hash of a password with a fresh salt.
  func hash(_ password: Secret) async throws(AccountsError) -> String {
    let salt = random.bytes(16)
    let cost = cost
    return try await limited { () throws(CryptoError) in
      try Argon2id.hash(password: password, salt: salt, parameters: cost)
    }
  }

  /// Whether a password fits an encoded hash; without a hash it costs as much and is false (R29).
  func verify(_ password: Secret, against encoded: String?) async throws(AccountsError) -> Bool {
    let salt = random.bytes(16)
    let cost = cost
    return try await limited { () throws(CryptoError) in
      guard let encoded else {
        _ = try Argon2id.hash(password: password, salt: salt, parameters: cost)
        return false
      }
      if Argon2id.parameters(of: encoded) != nil {
        return try Argon2id.verify(password: password, encoded: encoded)
      }
      if try Self.verify(password, imported: encoded) { return true }
      // A quick refusal would tell that the address has an account whose hash was imported (R29).
      _ = try Argon2id.hash(password: password, salt: salt, parameters: cost)
      return false
    }
  }

  private static func verify(_ password: Secret, imported encoded: String) throws(CryptoError) -> Bool {
    guard ImportedHash.isEncoded(encoded) else {
      return try Bcrypt.verify(password: password, encoded: encoded)
    }
    guard let hash = ImportedHash(encoded: encoded) else {
      throw CryptoError(.passwordHash, "The stored imported hash is damaged, or its cost is out of bounds.")
    }
    return try hash.verify(password)
  }

  /// Whether a hash costs less than the configured one and is to be made anew at this sign-in.
  func isOutdated(_ encoded: String) -> Bool { Argon2id.parameters(of: encoded) != cost }

  private func limited<Answer: Sendable>(
    _ work: @escaping @Sendable () throws(CryptoError) -> Answer
  ) async throws(AccountsError) -> Answer {
    try await enter()
    let result: Result<Answer, CryptoError> = await withCheckedContinuation { continuation in
      queue.async {
        do throws(CryptoError) {
          continuation.resume(returning: .success(try work()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    leave()
    switch result {
    case .success(let answer): return answer
    case .failure(let error):
      throw AccountsError(.unavailable, reason: "password hash: \(error.code.rawValue)")
    }
  }

  private func enter() async throws(AccountsError) {
    enum Entry { case run, wait, full }
    let entry = state.withLock { state -> Entry in
      if state.running < parallelism {
        state.running += 1
        return .run
      }
      return state.waiting.count < bound ? .wait : .full
    }
    switch entry {
    case .run: return
    case .full:
      throw AccountsError(
        .unavailable, "The service cannot answer now. Please try again.", retryAfter: .seconds(2),
        reason: "password queue full")
    case .wait:
      await withCheckedContinuation { continuation in
        let runsNow = state.withLock { state -> Bool in
          // A place may have come free between the two locks.
          if state.running < parallelism {
            state.running += 1
            return true
          }
          state.waiting.append(continuation)
          return false
        }
        if runsNow { continuation.resume() }
      }
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
