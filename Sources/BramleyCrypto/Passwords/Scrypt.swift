#if canImport(COpenSSL)
  import COpenSSL

  /// The password-based derivation scrypt.
  ///
  /// - Standard: RFC 7914.
  public enum Scrypt {
    /// What a derivation costs.
    public struct Cost: Sendable, Hashable {
      /// N: a power of two.
      public let memory: UInt64
      /// r.
      public let blockSize: UInt64
      /// p.
      public let parallelization: UInt64

      /// A cost that we are willing to pay, at most 64 MiB and eight times what a sign-in with Firebase's
      /// usual parameters takes; nil for any other, since an import could else stop the service.
      public init?(memory: Int, blockSize: Int, parallelization: Int) {
        guard (2...65_536).contains(memory), memory & (memory - 1) == 0, (1...64).contains(blockSize),
          (1...16).contains(parallelization), memory * blockSize <= 1 << 19,
          memory * blockSize * parallelization <= 1 << 20
        else { return nil }
        self.memory = UInt64(memory)
        self.blockSize = UInt64(blockSize)
        self.parallelization = UInt64(parallelization)
      }
    }

    /// Derives 1 to 128 bytes from a password.
    ///
    /// - Throws: ``CryptoError`` `password_hash` for a length outside the limits, `library` when there is no
    ///   memory for it.
    public static func derive(password: Secret, salt: [UInt8], cost: Cost, count: Int) throws(CryptoError)
      -> [UInt8]
    {
      guard (1...128).contains(count) else {
        throw CryptoError(.passwordHash, "scrypt gives 1 to 128 bytes here.")
      }
      var output = [UInt8](repeating: 0, count: count)
      let isDone = password.withBytes { password in
        password.withUnsafeBytes { password in
          let start = password.baseAddress?.assumingMemoryBound(to: CChar.self)
          return EVP_PBE_scrypt(
            start, password.count, salt, salt.count, cost.memory, cost.blockSize, cost.parallelization,
            96 << 20, &output, count) == 1
        }
      }
      guard isDone else {
        ERR_clear_error()
        throw CryptoError(.library, "The library could not derive a key with scrypt.")
      }
      return output
    }
  }
#endif
