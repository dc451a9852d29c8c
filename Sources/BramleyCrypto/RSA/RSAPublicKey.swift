#if canImport(COpenSSL)
  import COpenSSL

  /// An RSA public key that verifies PKCS #1 v1.5 signatures over SHA-256.
  ///
  /// - Standard: RFC 8017 §8.2.2; sizes by RFC 7518 §3.3 and, upwards, a project rule: verifying under a
  ///   16 384-bit key takes a server a hundred times as long.
  public final class RSAPublicKey: Sendable {
    /// Sizes of the modulus that are accepted, in bits.
    public static let acceptedBits = 2048...8192

    /// The modulus, big-endian, without leading zeros.
    public let modulus: [UInt8]
    /// The exponent, big-endian, without leading zeros.
    public let exponent: [UInt8]
    private let contexts: ContextPool

    /// Makes a key from its numbers, both big-endian.
    ///
    /// - Throws: ``CryptoError`` `key_size` for a modulus outside 2048–8192 bits, `invalid_key` for an even
    ///   modulus or an exponent that is even, below 3 or above 32 bits.
    public init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
      let modulus = Array(modulus.drop { $0 == 0 })
      let exponent = Array(exponent.drop { $0 == 0 })
      let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
      guard Self.acceptedBits.contains(bits) else {
        throw CryptoError(.keySize, "An RSA key has 2048 to 8192 bits; this one has \(bits).")
      }
      guard let lowest = exponent.last, lowest & 1 == 1, exponent.count <= 4, exponent != [1],
        let lowestOfModulus = modulus.last, lowestOfModulus & 1 == 1
      else {
        throw CryptoError(.invalidKey, "An RSA key has an odd modulus and an odd exponent of 3 to 2³²−1.")
      }
      guard
        let handle = KeyHandle.build(
          algorithm: "RSA", selection: EVP_PKEY_PUBLIC_KEY_SELECTION,
          numbers: [(.modulus, modulus), (.exponent, exponent)])
      else { throw CryptoError(.invalidKey, "The numbers do not make an RSA key.") }
      self.modulus = modulus
      self.exponent = exponent
      contexts = handle.contexts(signs: false, padding: RSA_PKCS1_PADDING)
    }

    /// The size of the modulus in bytes, and so of a signature.
    public var signatureCount: Int { modulus.count }

    /// Tells whether a signature belongs to a message.
    public func verifyPKCS1SHA256(signature: [UInt8], message: [UInt8]) -> Bool {
      verifyPKCS1SHA256(signature: signature, digest: SHA256.digest(message))
    }

    /// Tells whether a signature belongs to the message with this digest.
    public func verifyPKCS1SHA256(signature: [UInt8], digest: SHA256Digest) -> Bool {
      guard signature.count == signatureCount else { return false }
      let digest = digest.bytes
      return OpenSSL.clearing {
        contexts.withContext { context in
          EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
        } == true
      }
    }
  }
#endif
