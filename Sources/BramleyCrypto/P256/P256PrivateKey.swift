#if canImport(COpenSSL)
  import COpenSSL

  /// A P-256 private key that makes ECDSA signatures over SHA-256: Apple's `.p8`, and our own signing keys.
  public final class P256PrivateKey: Sendable {
    /// The public half.
    public let publicKey: P256PublicKey
    private let handle: KeyHandle
    private let contexts: ContextPool

    private init(_ handle: KeyHandle) throws(CryptoError) {
      guard let x = handle.number(.x, width: 32),
        let y = handle.number(.y, width: 32)
      else { throw CryptoError(.invalidKey, "The key has no public point.") }
      publicKey = try P256PublicKey(x: x, y: y)
      self.handle = handle
      contexts = handle.contexts(signs: true)
    }

    /// Makes a new key.
    public static func generate() throws(CryptoError) -> P256PrivateKey {
      let handle = OpenSSL.clearing { () -> KeyHandle? in
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
          EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
          EVP_PKEY_keygen(context, &key) == 1, let key
        else { return nil }
        return KeyHandle(key)
      }
      guard let handle else { throw CryptoError(.library, "The library could not make a P-256 key.") }
      return try P256PrivateKey(handle)
    }

    /// Makes a key from its secret number, a JWK's `d`, 32 bytes big-endian.
    ///
    /// - Throws: ``CryptoError`` `invalid_key` unless the number lies in 1…n−1.
    public convenience init(scalar: Secret) throws(CryptoError) {
      let number = scalar.reveal()
      guard P256Signature.isScalar(number[...]), let point = Self.publicPoint(of: number),
        let handle = KeyHandle.build(
          algorithm: "EC", selection: EVP_PKEY_KEYPAIR_SELECTION, isP256: true,
          numbers: [(.privateNumber, number)], point: point)
      else { throw CryptoError(.invalidKey, "The number is not a private key on P-256.") }
      try self.init(handle)
    }

    /// Reads a key from the text of a `.p8` file, in any form that people paste.
    ///
    /// Line breaks may be real, literal `\n`, carriage returns or missing; the armour may be missing; a
    /// byte-order mark, quotes and spaces are ignored.
    ///
    /// - Throws: ``CryptoError`` with one of `key_empty`, `not_a_key`, `rsa_key`, `encrypted_key`,
    ///   `wrong_curve`, `truncated_key`, `public_key`, `certificate`, `invalid_key`.
    public convenience init(pem text: Secret) throws(CryptoError) {
      let handle = try PrivateKeyText.key(in: text)
      guard handle.kind != EVP_PKEY_RSA else {
        throw CryptoError(.rsaKey, "This is an RSA key; Apple's keys are P-256. Use the .p8 file from Apple.")
      }
      guard handle.kind == EVP_PKEY_EC else {
        throw CryptoError(.notAKey, "This key is not an elliptic-curve key; use the .p8 file from Apple.")
      }
      guard PrivateKeyText.isP256(handle) else {
        throw CryptoError(.wrongCurve, "This key lies on another curve; Apple's keys are on P-256.")
      }
      // A number that is none, or another key's point: it would sign, and nobody could verify it.
      guard handle.passesCheck(isPrivate: true) else {
        throw CryptoError(
          .invalidKey,
          "The numbers in this key do not belong together; use the .p8 file from Apple as it came.")
      }
      try self.init(handle)
    }

    /// The key as a PKCS#8 PEM file, which is what Apple's `.p8` is.
    public func pem() throws(CryptoError) -> Secret {
      guard let der = handle.pkcs8() else { throw CryptoError(.library, "The key cannot be written.") }
      return Secret(utf8: PEM.armour(der, label: "PRIVATE KEY"))
    }

    /// The secret number, 32 bytes, for a private JWK.
    public func scalar() throws(CryptoError) -> Secret {
      guard let number = handle.number(.privateNumber, width: 32) else {
        throw CryptoError(.invalidKey, "The key has no private number.")
      }
      return Secret(bytes: number)
    }

    /// Signs a message; the signature is raw, `r‖s` of 64 bytes.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
      let digest = SHA256.digest(message).bytes
      let signature = OpenSSL.clearing { () -> [UInt8]? in
        let signed = contexts.withContext { context -> [UInt8]? in
          // A DER signature on P-256 has at most 72 bytes.
          var count = 80
          var signature = [UInt8](repeating: 0, count: count)
          guard EVP_PKEY_sign(context, &signature, &count, digest, digest.count) == 1 else { return nil }
          return P256Signature.raw(der: Array(signature[..<count]))
        }
        return signed ?? nil
      }
      guard let signature else { throw CryptoError(.library, "The library could not sign.") }
      return signature
    }

    /// The uncompressed point that belongs to a secret number.
    private static func publicPoint(of number: [UInt8]) -> [UInt8]? {
      OpenSSL.clearing {
        guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
        defer { EC_GROUP_free(group) }
        guard let point = EC_POINT_new(group) else { return nil }
        defer { EC_POINT_free(point) }
        guard let scalar = BN_bin2bn(number, Int32(number.count), nil) else { return nil }
        defer { BN_clear_free(scalar) }
        var bytes = [UInt8](repeating: 0, count: 65)
        guard EC_POINT_mul(group, point, scalar, nil, nil, nil) == 1,
          EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &bytes, 65, nil) == 65
        else { return nil }
        return bytes
      }
    }
  }
#endif
