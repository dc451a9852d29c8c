package import BramleyCrypto
package import BramleyJOSE

/// The signing keys in a store, sealed: read by services, rotated by a command.
package struct SigningKeyRegister: Sendable {
  /// A key as `keys list` shows it.
  package struct Line: Sendable, Hashable {
    /// The key's id.
    package let id: String
    /// Whether it signs now.
    package let signs: Bool
    /// From when it signs, where that is still to come.
    package let signsFrom: Timestamp?
  }

  /// The algorithm of its keys.
  package let algorithm: SignatureAlgorithm
  private let setting: StoredSetting
  private let vault: Vault

  /// The keys of an algorithm in a store.
  package init(
    store: any AccountStore, keys: MasterKeyRing, algorithm: SignatureAlgorithm, random: any RandomSource
  ) throws(AccountsError) {
    self.algorithm = algorithm
    setting = StoredSetting("keys/signing/" + algorithm.rawValue, in: store)
    vault = try Vault(keys, random: random)
  }

  /// The registers that a store has: one for each algorithm that was ever configured.
  package static func all(in store: any AccountStore, keys: MasterKeyRing, random: any RandomSource)
    async throws(AccountsError) -> [SigningKeyRegister]
  {
    var found: [SigningKeyRegister] = []
    for algorithm in [SignatureAlgorithm.es256, .rs256] {
      let register = try SigningKeyRegister(store: store, keys: keys, algorithm: algorithm, random: random)
      // Opening one that is not there would make its first key.
      if try await register.sealed() != nil { found.append(register) }
    }
    return found
  }

  /// The keys, the one that signs now first.
  package func list(at now: Timestamp) async throws(AccountsError) -> [Line] {
    let kept = try await open().kept
    let signing = kept.keys(at: now)
    return signing.enumerated().map { index, key in
      let from = kept.entries.first { $0.key.keyID == key.keyID }?.signsFrom ?? now
      return Line(id: key.keyID, signs: index == 0, signsFrom: from > now ? from : nil)
    }
  }

  /// Whether the keys open; also where there are none.
  func opens() async throws(AccountsError) -> Bool {
    try await sealed().map { vault.open($0, for: binding) != nil } ?? true
  }

  /// Makes a new key; answers its id and from when it signs.
  ///
  /// - Parameters:
  ///   - delay: How long it is published before it signs: as long as others keep our key set.
  ///   - forgetsOthers: Whether the older keys go at once: their tokens are refused from then on.
  package func rotate(at now: Timestamp, delay: Duration, forgetsOthers: Bool = false)
    async throws(AccountsError) -> (id: String, signsFrom: Timestamp)
  {
    let signsFrom = now + delay
    for _ in 0..<3 {
      var (sealed, kept) = try await open()
      let key = try fresh()
      kept.add(key, signsFrom: signsFrom, at: now, forgetsOthers: forgetsOthers)
      if try await replace(sealed, with: kept) { return (key.keyID, signsFrom) }
    }
    throw AccountsError(.unavailable, "Please try again.", reason: "the signing keys changed meanwhile")
  }

  /// Seals the keys under the current sealing key, if they are under another; whether they were.
  package func reseal() async throws(AccountsError) -> Bool {
    for _ in 0..<3 {
      let (sealed, kept) = try await open()
      guard !vault.isCurrent(sealed) else { return false }
      if try await replace(sealed, with: kept) { return true }
    }
    throw AccountsError(.unavailable, "Please try again.", reason: "the signing keys changed meanwhile")
  }

  /// Reads the keys; makes the first one where there is none yet.
  ///
  /// Two processes may start at once: the one that comes second takes the first one's key.
  func open() async throws(AccountsError) -> (sealed: [UInt8], kept: KeptSigningKeys) {
    for _ in 0..<3 {
      if let sealed = try await sealed() {
        guard let json = vault.open(sealed, for: binding), let kept = KeptSigningKeys(json: json) else {
          throw AccountsError(
            .unavailable, reason: "The signing keys do not open: is keys.sealing another than before?")
        }
        return (sealed, kept)
      }
      _ = try await replace(nil, with: KeptSigningKeys(first: try fresh()))
    }
    throw AccountsError(.unavailable, reason: "The signing keys changed three times while they were read.")
  }

  private var binding: Vault.Binding { Vault.Binding("signing-keys", algorithm.rawValue) }

  /// The keys as the store has them, closed; nil where there are none yet.
  func sealed() async throws(AccountsError) -> [UInt8]? {
    try await setting.value()
  }

  private func replace(_ old: [UInt8]?, with kept: KeptSigningKeys) async throws(AccountsError) -> Bool {
    try await setting.replace(old, with: vault.seal(try kept.json(), for: binding))
  }

  private func fresh() throws(AccountsError) -> PrivateJWK {
    guard let key = try? SigningKey.generate(algorithm) else {
      throw AccountsError(.unavailable, reason: "No signing key could be made.")
    }
    return PrivateJWK(key: key)
  }
}
