package import BramleyCrypto
package import BramleyJOSE

/// The keys that sign our tokens: one signs, the others are still published for tokens that are out.
///
/// The private halves are kept in the store, sealed under the master keys (decision 11).
package struct SigningKeyRing: TokenSigner {
  /// The setting's name in the store; also what the seal is bound to.
  static let settingName = "signing-keys"

  package let publicKeySet: [UInt8]
  package let algorithms: [String]
  private let signer: JWTSigner
  private let keys: [String: VerificationKey]

  /// A ring whose first key signs.
  ///
  /// - Parameter keys: At least one; further ones only verify.
  package init(_ current: PrivateJWK, previous: [PrivateJWK] = []) throws(JOSEError) {
    let all = [current] + previous
    signer = try JWTSigner(key: current.key, keyID: current.keyID)
    keys = Dictionary(all.map { ($0.keyID, $0.key.verificationKey) }, uniquingKeysWith: { first, _ in first })
    publicKeySet = try JWKSet(all.map(\.publicKey)).json()
    var seen: [String] = []
    for name in all.map({ $0.key.algorithm.rawValue }) where !seen.contains(name) { seen.append(name) }
    algorithms = seen
  }

  package func sign(_ claims: [UInt8]) throws(AccountsError) -> Secret {
    do throws(JOSEError) {
      return Secret(utf8: try signer.sign(payload: claims))
    } catch {
      throw AccountsError(.unavailable, reason: "signing failed: \(error.code.rawValue)")
    }
  }

  package func claims(of token: String) -> [UInt8]? {
    // Whatever is wrong with it, it is none of ours: the caller answers all of it alike.
    guard let jws = try? CompactJWS(token) else { return nil }
    return try? jws.verify { id in id.flatMap { keys[$0] } }.payload
  }
}

extension SigningKeyRing {
  /// The ring of a store; its first key is made when there is none, or none of the wanted algorithm.
  ///
  /// Of several processes that start at once on an empty store exactly one makes the key.
  ///
  /// - Throws: ``AccountsError`` `UNAVAILABLE` when the store fails or its keys were sealed under a key that
  ///   is not configured.
  package static func open(
    in store: any AccountStore, under masters: MasterKeyRing, algorithm: SignatureAlgorithm,
    random: any RandomSource
  ) async throws(AccountsError) -> SigningKeyRing {
    do {
      let seal = try SealingKeyRing(masters, purpose: "accounts/signing-keys")
      while true {
        let stored = try await store.setting(settingName)
        var keys =
          try stored.map { try PrivateJWK.keys(inSet: Secret(bytes: seal.open($0, binding: binding))) } ?? []
        if let index = keys.firstIndex(where: { $0.key.algorithm == algorithm }) {
          let current = keys.remove(at: index)
          return try SigningKeyRing(current, previous: keys)
        }
        keys.insert(PrivateJWK(key: try SigningKey.generate(algorithm)), at: 0)
        let sealed = try seal.seal(try set(of: keys), binding: binding, random: random)
        if try await store.replaceSetting(settingName, stored, with: sealed) {
          return try SigningKeyRing(keys[0], previous: Array(keys.dropFirst()))
        }
      }
    } catch let error as CryptoError {
      throw AccountsError(.unavailable, reason: "the store's signing keys cannot be opened: \(error.message)")
    } catch let error as JOSEError {
      throw AccountsError(.unavailable, reason: "the store's signing keys cannot be read: \(error.message)")
    } catch let error as StoreError {
      throw AccountsError(.unavailable, reason: "the store's signing keys cannot be read: \(error)")
    } catch {
      throw AccountsError(.unavailable, reason: "\(error)")
    }
  }

  private static let binding = Array(settingName.utf8)

  private static func set(of keys: [PrivateJWK]) throws(JOSEError) -> [UInt8] {
    var json = Array(#"{"keys":["#.utf8)
    for (index, key) in keys.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      json += try key.json().reveal()
    }
    return json + Array("]}".utf8)
  }
}
