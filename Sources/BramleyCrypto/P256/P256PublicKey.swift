#if canImport(COpenSSL)
  import COpenSSL

  /// A P-256 public key that verifies ECDSA signatures over SHA-256.
  ///
  /// - Standard: FIPS 186-4; the raw form of signatures by RFC 7518 §3.4.
  public final class P256PublicKey: Sendable {
    /// The first coordinate, 32 bytes.
    public let x: [UInt8]
    /// The second coordinate, 32 bytes.
    public let y: [UInt8]
    private let handle: KeyHandle
    private let contexts: ContextPool

    /// Makes a key from the coordinates of a point.
    ///
    /// - Throws: ``CryptoError`` `invalid_key` unless both have 32 bytes and the point lies on the curve.
    public init(x: [UInt8], y: [UInt8]) throws(CryptoError) {
      guard x.count == 32, y.count == 32,
        let handle = KeyHandle.build(
          algorithm: "EC", selection: EVP_PKEY_PUBLIC_KEY_SELECTION, isP256: true,
          numbers: [], point: [4] + x + y), handle.passesCheck(isPrivate: false)
      else { throw CryptoError(.invalidKey, "The coordinates are not those of a point on P-256.") }
      self.x = x
      self.y = y
      self.handle = handle
      contexts = handle.contexts(signs: false)
    }

    /// The key as a SubjectPublicKeyInfo PEM file.
    public func pem() throws(CryptoError) -> String {
      guard let der = handle.subjectPublicKeyInfo() else {
        throw CryptoError(.library, "The key cannot be written.")
      }
      return PEM.armour(der, label: "PUBLIC KEY")
    }

    /// Tells whether a raw signature, `r‖s` of 64 bytes, belongs to a message.
    public func verify(signature: [UInt8], message: [UInt8]) -> Bool {
      verify(signature: signature, digest: SHA256.digest(message))
    }

    /// Tells whether a raw signature belongs to the message with this digest.
    public func verify(signature: [UInt8], digest: SHA256Digest) -> Bool {
      guard let encoded = P256Signature.der(raw: signature) else { return false }
      let digest = digest.bytes
      return OpenSSL.clearing {
        contexts.withContext { context in
          EVP_PKEY_verify(context, encoded, encoded.count, digest, digest.count) == 1
        } == true
      }
    }
  }
#endif
