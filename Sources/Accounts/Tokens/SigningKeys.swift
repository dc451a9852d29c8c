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
    return CompactJWS.payload(of: token, behind: match.prefix, verifiedWith: match.key)
  }
}

/// Issues unsigned tokens for Node's Admin SDK, on loopback in development only (R6).
package struct UnsignedTokens: TokenSigner {
  private static let header = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8)) + "."
  private let signed: any TokenSigner

  /// Unsigned tokens beside keys whose tokens are still taken.
  package init(beside signed: any TokenSigner) { self.signed = signed }

  package var publicKeySet: [UInt8] { signed.publicKeySet }
  package var generation: Int { signed.generation }
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
