package import BramleyCrypto
package import BramleyJOSE

/// Our own signing keys: one signs, it and the earlier ones verify.
package struct SigningKeys: TokenSigner {
  package let publicKeySet: [UInt8]
  package let algorithms: [String]
  private let signer: JWTSigner
  private let verifying: [(prefix: [UInt8], key: VerificationKey)]

  /// Keys of which the first one signs.
  package init(_ keys: [PrivateJWK]) throws(AccountsError) {
    do throws(JOSEError) {
      var signers: [JWTSigner] = []
      for key in keys { signers.append(try JWTSigner(key: key.key, keyID: key.keyID)) }
      guard let first = signers.first else { throw JOSEError(.noUsableKey, "There is no signing key.") }
      signer = first
      verifying = signers.map { ($0.prefix, $0.key.verificationKey) }
      publicKeySet = try JWKSet(keys.map(\.publicKey)).json()
      algorithms = Array(Set(keys.map(\.key.algorithm.rawValue))).sorted()
    } catch {
      throw AccountsError(.unavailable, reason: "signing keys: \(error.code.rawValue)")
    }
  }

  package func sign(_ claims: [UInt8]) throws(AccountsError) -> Secret {
    do throws(JOSEError) {
      return Secret(utf8: try signer.sign(payload: claims))
    } catch {
      throw AccountsError(.unavailable, reason: "signing failed: \(error.code.rawValue)")
    }
  }

  package func claims(of token: String) -> [UInt8]? {
    guard token.utf8.count <= CompactJWS.maximumCount else { return nil }
    // We know how our own headers are spelled, byte for byte: other tokens cost no signature check.
    guard let match = verifying.first(where: { token.utf8.starts(with: $0.prefix) }) else { return nil }
    // Every failure is the same to the caller: not one of ours.
    return (try? CompactJWS(token).verify(with: match.key))?.payload
  }
}

extension SigningKeys {
  private static let settingName = "keys/signing"

  /// Reads the keys of a store; makes the first one where there is none yet.
  ///
  /// Two processes may start at once: the one that comes second takes the first one's key.
  ///
  /// - Throws: `UNAVAILABLE` when the sealing key is not the one that the store was made with.
  package static func load(
    from store: any AccountStore, keys: MasterKeyRing, algorithm: SignatureAlgorithm,
    random: any RandomSource
  ) async throws(AccountsError) -> SigningKeys {
    let vault = try Vault(keys, random: random)
    let binding = Vault.Binding("signing-keys", algorithm.rawValue)
    let name = "\(settingName)/\(algorithm.rawValue)"
    do throws(StoreError) {
      for _ in 0..<3 {
        if let sealed = try await store.setting(name) {
          guard let json = vault.open(sealed, for: binding),
            let keys = try? PrivateJWK.keys(inSet: Secret(bytes: json)), let signing = try? SigningKeys(keys)
          else {
            throw StoreError(.corrupt, "The signing keys do not open: is keys.sealing another than before?")
          }
          return signing
        }
        guard let sealed = Self.fresh(algorithm, vault, binding) else {
          throw StoreError(.unexpected, "No signing key could be made.")
        }
        _ = try await store.replaceSetting(name, nil, with: sealed)
      }
      throw StoreError(.busy, "The signing keys changed three times while they were read.")
    } catch {
      throw AccountsError(.unavailable, reason: error.message)
    }
  }

  private static func fresh(_ algorithm: SignatureAlgorithm, _ vault: Vault, _ binding: Vault.Binding)
    -> [UInt8]?
  {
    guard let key = try? SigningKey.generate(algorithm), let json = try? PrivateJWK(key: key).json() else {
      return nil
    }
    let set = Array("{\"keys\":[".utf8) + json.reveal() + Array("]}".utf8)
    return try? vault.seal(set, for: binding)
  }
}

/// Issues unsigned tokens for Node's Admin SDK, on loopback in development only (R6).
package struct UnsignedTokens: TokenSigner {
  private static let header = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8)) + "."
  private let signed: SigningKeys

  /// Unsigned tokens beside keys whose tokens are still taken.
  package init(beside signed: SigningKeys) { self.signed = signed }

  package var publicKeySet: [UInt8] { signed.publicKeySet }
  package var algorithms: [String] { signed.algorithms }

  package func sign(_ claims: [UInt8]) -> Secret {
    Secret(utf8: Self.header + Base64URL.encode(claims) + ".")
  }

  package func claims(of token: String) -> [UInt8]? {
    guard token.utf8.count <= CompactJWS.maximumCount else { return nil }
    guard token.hasPrefix(Self.header), token.hasSuffix(".") else { return signed.claims(of: token) }
    return Base64URL.decode(String(token.dropFirst(Self.header.count).dropLast()))
  }
}
