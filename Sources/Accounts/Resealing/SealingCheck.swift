package import BramleyCrypto

/// Tells whether sealing keys are those that a store's secrets are sealed under, without showing any of them.
package struct SealingCheck: Sendable {
  /// What was found.
  package struct Findings: Sendable, Hashable {
    /// Secrets that one of the keys opens.
    package var opened = 0
    /// Secrets that none of them opens.
    package var closed = 0
    /// Whether signing keys are among the second: a service could not start.
    package var locksOut = false

    package init(opened: Int = 0, closed: Int = 0, locksOut: Bool = false) {
      self.opened = opened
      self.closed = closed
      self.locksOut = locksOut
    }

    /// Whether a service with these keys could go on with the store.
    package var isGood: Bool { !locksOut && (opened > 0 || closed == 0) }
  }

  private let store: any ResealableStore
  private let keys: MasterKeyRing
  private let random: any RandomSource
  private let vault: Vault

  /// A check of a store.
  package init(_ store: any ResealableStore, keys: MasterKeyRing, random: any RandomSource)
    throws(AccountsError)
  {
    self.store = store
    self.keys = keys
    self.random = random
    vault = try Vault(keys, random: random)
  }

  /// Tries the signing keys, and a number of the other secrets of each kind.
  package func run(sample: Int = 500) async throws(AccountsError) -> Findings {
    var findings = Findings()
    for register in try await SigningKeyRegister.all(in: store, keys: keys, random: random) {
      let opens = try await register.opens()
      if opens { findings.opened += 1 } else { findings.closed += 1 }
      if !opens { findings.locksOut = true }
    }
    for kind in SealedValue.Kind.allCases {
      let values: [SealedValue]
      do throws(StoreError) {
        values = try await store.sealedValues(of: kind, after: 0, limit: sample)
      } catch {
        throw AccountsError(error)
      }
      for value in values {
        let bindings = Vault.Binding.ofRow(subject: value.subject, clientID: value.clientID)
        let opens = bindings.contains { vault.open(value.sealed, for: $0) != nil }
        if opens { findings.opened += 1 } else { findings.closed += 1 }
      }
    }
    return findings
  }
}
