#if canImport(COpenSSL)
  import COpenSSL

  /// The digests that password hashes of other services are made with; MD5 and SHA-1 are for those alone.
  ///
  /// - Standard: RFC 1321, FIPS 180-4; the codes RFC 2104.
  public enum DigestAlgorithm: String, Sendable, CaseIterable {
    case md5 = "MD5"
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha512 = "SHA512"

    /// The length of a digest in bytes.
    public var count: Int {
      switch self {
      case .md5: 16
      case .sha1: 20
      case .sha256: 32
      case .sha512: 64
      }
    }

    /// Digests bytes.
    ///
    /// - Throws: ``CryptoError`` `library` where the system forbids the digest.
    public func digest(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
      var output = [UInt8](repeating: 0, count: count)
      var written = 0
      guard EVP_Q_digest(nil, rawValue, nil, bytes, bytes.count, &output, &written) == 1, written == count
      else {
        ERR_clear_error()
        throw CryptoError(.library, "The library does not offer \(rawValue).")
      }
      return output
    }

    /// The code of a message under a key of at least one byte.
    ///
    /// - Throws: ``CryptoError`` `library` where the system forbids the digest, or for an empty key.
    public func authenticationCode(for message: [UInt8], key: Secret) throws(CryptoError) -> [UInt8] {
      var output = [UInt8](repeating: 0, count: count)
      var written = 0
      let isDone = key.withBytes { key in
        !key.isEmpty
          && EVP_Q_mac(
            nil, "HMAC", nil, rawValue, nil, key, key.count, message, message.count, &output, count, &written)
            != nil
      }
      guard isDone, written == count else {
        ERR_clear_error()
        throw CryptoError(.library, "The library gives no HMAC with \(rawValue) under this key.")
      }
      return output
    }

    /// Derives bytes from a password by PBKDF2 with HMAC of this digest.
    ///
    /// - Parameter rounds: 1 to 1 000 000; more is refused, since an import could else stop the service.
    /// - Throws: ``CryptoError`` `password_hash` for rounds or a length outside the limits.
    /// - Standard: RFC 8018 §5.2.
    public func derive(password: Secret, salt: [UInt8], rounds: Int, count: Int) throws(CryptoError)
      -> [UInt8]
    {
      guard (1...1_000_000).contains(rounds), (1...128).contains(count), salt.count <= 1024,
        password.count <= 8192
      else { throw CryptoError(.passwordHash, "PBKDF2 takes 1 to 1000000 rounds and gives 1 to 128 bytes.") }
      let digest: OpaquePointer? =
        switch self {
        case .md5: EVP_md5()
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha512: EVP_sha512()
        }
      var output = [UInt8](repeating: 0, count: count)
      let isDone = password.withBytes { password in
        password.withUnsafeBytes { password in
          // An array without elements has no address, and the library takes that for a missing password.
          let start = password.baseAddress?.assumingMemoryBound(to: CChar.self)
          return PKCS5_PBKDF2_HMAC(
            start, Int32(password.count), salt, Int32(salt.count), Int32(rounds), digest, Int32(count),
            &output) == 1
        }
      }
      guard isDone else {
        ERR_clear_error()
        throw CryptoError(.library, "The library could not derive a key with \(rawValue).")
      }
      return output
    }
  }
#endif
