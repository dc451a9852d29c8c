import AppleIdentity
import BramleyCrypto
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Hands out client secrets and remembers which of two keys Apple takes.
final class ClientSecretDesk: Sendable {
  private struct State {
    var credentials: AppleClientCredentials?
    /// The thumbprint of the key that Apple took last, when it was not the current one.
    var preferred: String?
    var cache = AppleClientSecretCache()
  }

  private let state: Mutex<State>

  init(_ credentials: AppleClientCredentials?) { state = Mutex(State(credentials: credentials)) }

  /// Takes other credentials; secrets of earlier keys are dropped with them (FR-10).
  func replace(_ credentials: AppleClientCredentials?) {
    state.withLock { $0 = State(credentials: credentials) }
  }

  /// Whether there is a key at all.
  var hasKey: Bool { state.withLock { $0.credentials != nil } }

  /// The keys in the order in which to try them.
  func signers() throws(AppleServiceError) -> [AppleClientSecretSigner] {
    let signers = state.withLock { state -> [AppleClientSecretSigner] in
      guard let credentials = state.credentials else { return [] }
      guard let other = credentials.other else { return [credentials.current] }
      let prefersOther = state.preferred == other.keyThumbprint
      return prefersOther ? [other, credentials.current] : [credentials.current, other]
    }
    guard !signers.isEmpty else {
      // An empty secret is never sent (FR-13).
      throw AppleServiceError(
        .notConfigured, fault: .configuration,
        message: "No key for client secrets is configured: set apple.keyId and apple.privateKeyFile.")
    }
    return signers
  }

  /// A secret of that key for a client.
  func secret(
    for clientID: ClientID, signer: AppleClientSecretSigner, at now: Date
  ) throws(AppleServiceError) -> Secret {
    let made = state.withLock { state -> Result<Secret, AppleSetupError> in
      do throws(AppleSetupError) {
        return .success(try state.cache.secret(for: clientID, signer: signer, at: now).token)
      } catch {
        return .failure(error)
      }
    }
    switch made {
    case .success(let secret): return secret
    case .failure(let error):
      throw AppleServiceError(.notConfigured, fault: .configuration, message: error.message)
    }
  }

  /// Apple took a secret of that key.
  func noteAccepted(_ signer: AppleClientSecretSigner) {
    state.withLock { state in
      guard state.credentials?.other != nil else { return }
      state.preferred = signer.keyThumbprint
    }
  }
}
