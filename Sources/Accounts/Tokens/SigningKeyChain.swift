package import BramleyCrypto
import BramleyJOSE
import Synchronization

/// The signing keys of a store as a running service uses them: it follows a rotation while it runs.
package final class SigningKeyChain: TokenSigner {
  private struct State {
    var sealed: [UInt8]
    var kept: KeptSigningKeys
    var signer: SigningKeys
    var changesAt: Timestamp?
    var generation = 0

    /// Takes over a later state; one that lacks a key makes a new generation.
    mutating func replace(by new: State) {
      let gone = Set(kept.entries.map(\.key.keyID)).subtracting(new.kept.entries.map(\.key.keyID))
      let generation = gone.isEmpty ? generation : generation + 1
      self = new
      self.generation = generation
    }
  }

  private let register: SigningKeyRegister
  private let time: any TimeSource
  private let state: Mutex<State>

  /// Opens the keys of a store; makes the first one where there is none yet.
  ///
  /// - Throws: `UNAVAILABLE` when the sealing key is not the one that the store was made with.
  package init(_ register: SigningKeyRegister, time: any TimeSource) async throws(AccountsError) {
    self.register = register
    self.time = time
    let (sealed, kept) = try await register.open()
    state = Mutex(try Self.state(sealed, kept, at: time.now()))
  }

  /// Takes over what a command changed in the store meanwhile.
  package func follow() async throws(AccountsError) {
    // It is asked for every second, and opening the keys takes milliseconds: each is built and checked.
    if let sealed = try await register.sealed(), state.withLock({ $0.sealed == sealed }) { return }
    let (sealed, kept) = try await register.open()
    guard state.withLock({ $0.sealed != sealed }) else { return }
    let new = try Self.state(sealed, kept, at: time.now())
    state.withLock { $0.replace(by: new) }
  }

  package var generation: Int { state.withLock { $0.generation } }

  package var publicKeySet: [UInt8] { signer.publicKeySet }
  package var algorithms: [String] { signer.algorithms }
  package func sign(_ claims: [UInt8]) throws(AccountsError) -> Secret { try signer.sign(claims) }
  package func claims(of token: String) -> [UInt8]? { signer.claims(of: token) }

  private var signer: SigningKeys {
    let now = time.now()
    return state.withLock { state in
      // Keys that were good a moment ago stay good if the new set cannot be put together.
      if let change = state.changesAt, now >= change,
        let new = try? Self.state(state.sealed, state.kept, at: now)
      {
        state.replace(by: new)
      }
      return state.signer
    }
  }

  private static func state(_ sealed: [UInt8], _ kept: KeptSigningKeys, at now: Timestamp)
    throws(AccountsError) -> State
  {
    State(
      sealed: sealed, kept: kept, signer: try SigningKeys(kept.keys(at: now)),
      changesAt: kept.nextChange(after: now))
  }
}
