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

  static let prefix = "keys/signing/"

  private let store: any AccountStore
  private let algorithm: SignatureAlgorithm
  private let vault: Vault

  /// The keys of an algorithm in a store.
  package init(
    store: any AccountStore, keys: MasterKeyRing, algorithm: SignatureAlgorithm, random: any RandomSource
  ) throws(AccountsError) {
    self.store = store
    self.algorithm = algorithm
    vault = try Vault(keys, random: random)
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

  /// Whether the store has keys of the algorithm; reading them would make the first one.
  package func exists() async throws(AccountsError) -> Bool { try await setting() != nil }

  /// Whether the keys of the algorithm open; nil when there are none.
  package func opens() async throws(AccountsError) -> Bool? {
    try await setting().map { vault.open($0, for: binding) != nil }
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
      if let sealed = try await setting() {
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

  private var name: String { Self.prefix + algorithm.rawValue }
  private var binding: Vault.Binding { Vault.Binding("signing-keys", algorithm.rawValue) }

  private func setting() async throws(AccountsError) -> [UInt8]? {
    do throws(StoreError) { return try await store.setting(name) } catch { throw AccountsError(error) }
  }

  private func replace(_ old: [UInt8]?, with kept: KeptSigningKeys) async throws(AccountsError) -> Bool {
    let sealed = try vault.seal(try kept.json(), for: binding)
    do throws(StoreError) {
      return try await store.replaceSetting(name, old, with: sealed)
    } catch {
      throw AccountsError(error)
    }
  }

  private func fresh() throws(AccountsError) -> PrivateJWK {
    guard let key = try? SigningKey.generate(algorithm) else {
      throw AccountsError(.unavailable, reason: "No signing key could be made.")
    }
    return PrivateJWK(key: key)
  }
}
