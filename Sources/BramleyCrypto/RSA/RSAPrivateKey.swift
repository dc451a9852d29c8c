#if canImport(COpenSSL)
  import COpenSSL

  /// An RSA private key that makes PKCS #1 v1.5 signatures over SHA-256.
  ///
  /// - Standard: RFC 8017 §8.2.1.
  public final class RSAPrivateKey: Sendable {
    /// The numbers of a key with two primes, big-endian, as a JWK names them.
    ///
    /// - Standard: RFC 7518 §6.3.2.
    public struct Numbers: Sendable {
      /// Modulus.
      public var n: [UInt8]
      /// Public exponent.
      public var e: [UInt8]
      /// Private exponent.
      public var d: [UInt8]
      /// First prime.
      public var p: [UInt8]
      /// Second prime.
      public var q: [UInt8]
      /// `d` modulo `p − 1`.
      public var dp: [UInt8]
      /// `d` modulo `q − 1`.
      public var dq: [UInt8]
      /// Inverse of `q` modulo `p`.
      public var qi: [UInt8]

      /// Puts the numbers together.
      public init(
        n: [UInt8], e: [UInt8], d: [UInt8], p: [UInt8], q: [UInt8], dp: [UInt8], dq: [UInt8], qi: [UInt8]
      ) {
        self.n = n
        self.e = e
        self.d = d
        self.p = p
        self.q = q
        self.dp = dp
        self.dq = dq
        self.qi = qi
      }
    }

    /// The public half.
    public let publicKey: RSAPublicKey
    private let handle: KeyHandle
    private let contexts: ContextPool

    private init(_ handle: KeyHandle) throws(CryptoError) {
      guard let n = handle.number(.modulus), let e = handle.number(.exponent)
      else { throw CryptoError(.invalidKey, "The key has no modulus and exponent.") }
      publicKey = try RSAPublicKey(modulus: n, exponent: e)
      self.handle = handle
      contexts = handle.contexts(signs: true, padding: RSA_PKCS1_PADDING)
    }

    /// Makes a new key; takes tens of milliseconds and more.
    ///
    /// - Parameter bits: Size of the modulus, 2048 to 8192.
    public static func generate(bits: Int = 2048) throws(CryptoError) -> RSAPrivateKey {
      guard RSAPublicKey.acceptedBits.contains(bits) else {
        throw CryptoError(.keySize, "An RSA key has 2048 to 8192 bits, not \(bits).")
      }
      let handle = OpenSSL.clearing { () -> KeyHandle? in
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
          EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits)) == 1,
          EVP_PKEY_keygen(context, &key) == 1, let key
        else { return nil }
        return KeyHandle(key)
      }
      guard let handle else { throw CryptoError(.library, "The library could not make an RSA key.") }
      return try RSAPrivateKey(handle)
    }

    /// Makes a key from its numbers.
    ///
    /// - Throws: ``CryptoError`` `key_size` or `invalid_key`, also when the numbers do not fit each other.
    public convenience init(_ numbers: Numbers) throws(CryptoError) {
      // The size is checked first, since checking a giant key is what an attacker would want us to do.
      _ = try RSAPublicKey(modulus: numbers.n, exponent: numbers.e)
      let parts: [(ParameterName, [UInt8])] = [
        (.modulus, numbers.n), (.exponent, numbers.e),
        (.privateExponent, numbers.d), (.firstPrime, numbers.p),
        (.secondPrime, numbers.q), (.firstExponent, numbers.dp),
        (.secondExponent, numbers.dq), (.coefficient, numbers.qi),
      ]
      guard parts.allSatisfy({ $0.1.count <= 1024 }),
        let handle = KeyHandle.build(
          algorithm: "RSA", selection: EVP_PKEY_KEYPAIR_SELECTION, numbers: parts),
        handle.passesCheck(isPrivate: true)
      else { throw CryptoError(.invalidKey, "The numbers do not make an RSA private key.") }
      try self.init(handle)
    }

    /// Reads a key from the text of a PEM file, PKCS#8 or PKCS#1.
    ///
    /// - Throws: ``CryptoError`` with the reason, as for ``P256PrivateKey/init(pem:)``.
    public convenience init(pem text: Secret) throws(CryptoError) {
      let handle = try PrivateKeyText.key(in: text)
      guard handle.kind == EVP_PKEY_RSA else {
        throw CryptoError(.notAKey, "This is not an RSA key; an RSA private key in PKCS#8 is needed.")
      }
      try self.init(handle)
    }

    /// The key as a PKCS#8 PEM file.
    public func pem() throws(CryptoError) -> Secret {
      guard let der = handle.pkcs8() else { throw CryptoError(.library, "The key cannot be written.") }
      return Secret(utf8: PEM.armour(der, label: "PRIVATE KEY"))
    }

    /// The key's numbers, for a private JWK.
    public func revealNumbers() throws(CryptoError) -> Numbers {
      guard let n = handle.number(.modulus), let e = handle.number(.exponent),
        let d = handle.number(.privateExponent), let p = handle.number(.firstPrime),
        let q = handle.number(.secondPrime),
        let dp = handle.number(.firstExponent),
        let dq = handle.number(.secondExponent),
        let qi = handle.number(.coefficient)
      else { throw CryptoError(.invalidKey, "Only keys with two primes can be written as a JWK.") }
      return Numbers(n: n, e: e, d: d, p: p, q: q, dp: dp, dq: dq, qi: qi)
    }

    /// Signs a message.
    public func signPKCS1SHA256(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
      let digest = SHA256.digest(message).bytes
      let signature = OpenSSL.clearing { () -> [UInt8]? in
        let signed = contexts.withContext { context -> [UInt8]? in
          var count = publicKey.signatureCount
          var signature = [UInt8](repeating: 0, count: count)
          guard EVP_PKEY_sign(context, &signature, &count, digest, digest.count) == 1,
            count == signature.count
          else { return nil }
          return signature
        }
        return signed ?? nil
      }
      guard let signature else { throw CryptoError(.library, "The library could not sign.") }
      return signature
    }
  }
#endif
