#if canImport(COpenSSL)
  import COpenSSL

  /// A key that encrypts and authenticates values at rest with AES-256-GCM.
  ///
  /// A sealed value is nonce (12 bytes) ‖ ciphertext ‖ tag (16 bytes). Nonces are random, which is sound
  /// for 2³² values under one key.
  ///
  /// - Standard: NIST SP 800-38D.
  public final class SealingKey: Sendable {
    private static let nonceCount = 12
    private static let tagCount = 16

    private let encryption: ContextPool
    private let decryption: ContextPool

    /// Takes a 256-bit key.
    ///
    /// - Throws: ``CryptoError`` `key_size` for any other length.
    public init(_ key: Secret) throws(CryptoError) {
      guard key.count == 32 else {
        throw CryptoError(.keySize, "AES-256 wants a key of 32 bytes; this one has \(key.count).")
      }
      encryption = Self.pool(key, encrypts: true)
      decryption = Self.pool(key, encrypts: false)
    }

    /// Seals a value.
    ///
    /// - Parameters:
    ///   - plaintext: The value.
    ///   - binding: What the value belongs to, such as table and row; opening needs the same.
    ///   - random: Where the nonce comes from.
    public func seal(
      _ plaintext: [UInt8], binding: [UInt8], random: some RandomSource = SystemRandomSource()
    ) throws(CryptoError) -> [UInt8] {
      try seal(plaintext, binding: binding, nonce: random.bytes(Self.nonceCount))
    }

    /// Seals under a given nonce. Two values under one nonce give the key away, so only tests may choose.
    func seal(_ plaintext: [UInt8], binding: [UInt8], nonce: [UInt8]) throws(CryptoError) -> [UInt8] {
      guard nonce.count == Self.nonceCount, let (size, associated) = Self.sizes(plaintext, binding) else {
        throw CryptoError(.library, "A value of this size cannot be sealed.")
      }
      let sealed = encryption.withContext { context -> [UInt8]? in
        var isDone = false
        let capacity = Self.nonceCount + plaintext.count + Self.tagCount
        let sealed = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
          guard let base = output.baseAddress else { return }
          base.update(from: nonce, count: Self.nonceCount)
          let body = base + Self.nonceCount
          var (written, last): (Int32, Int32) = (0, 0)
          isDone =
            EVP_EncryptInit_ex2(context, nil, nil, nonce, nil) == 1
            && (associated == 0 || EVP_EncryptUpdate(context, nil, &written, binding, associated) == 1)
            && (size == 0 || EVP_EncryptUpdate(context, body, &last, plaintext, size) == 1)
            && EVP_EncryptFinal_ex(context, body + Int(size), &written) == 1
            && EVP_CIPHER_CTX_ctrl(
              context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagCount), body + Int(size)) == 1
          count = capacity
        }
        return isDone ? sealed : nil
      }
      guard case .some(.some(let sealed)) = sealed else {
        ERR_clear_error()
        throw CryptoError(.library, "The library could not seal a value.")
      }
      return sealed
    }

    /// Opens a sealed value.
    ///
    /// - Throws: ``CryptoError`` `seal_broken` when the value is short, altered, or was sealed under
    ///   another key or binding; which of these is not told.
    public func open(_ sealed: [UInt8], binding: [UInt8]) throws(CryptoError) -> [UInt8] {
      let broken = CryptoError(
        .sealBroken, "The sealed value was altered, or sealed with another key or for another place.")
      guard sealed.count >= Self.nonceCount + Self.tagCount,
        let (_, associated) = Self.sizes(sealed, binding)
      else { throw broken }
      let count = sealed.count - Self.nonceCount - Self.tagCount
      let opened = decryption.withContext { context -> [UInt8]? in
        sealed.withUnsafeBufferPointer { sealed in
          guard let base = sealed.baseAddress else { return nil }
          let body = base + Self.nonceCount
          var plaintext = [UInt8](repeating: 0, count: count)
          let isDone = plaintext.withUnsafeMutableBufferPointer { output in
            var written: Int32 = 0
            return EVP_DecryptInit_ex2(context, nil, nil, base, nil) == 1
              && (associated == 0 || EVP_DecryptUpdate(context, nil, &written, binding, associated) == 1)
              && (count == 0
                || EVP_DecryptUpdate(context, output.baseAddress, &written, body, Int32(count)) == 1)
              && EVP_CIPHER_CTX_ctrl(
                context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagCount),
                UnsafeMutableRawPointer(mutating: body + count)) == 1
              && EVP_DecryptFinal_ex(context, output.baseAddress, &written) == 1
          }
          return isDone ? plaintext : nil
        }
      }
      guard case .some(.some(let plaintext)) = opened else {
        ERR_clear_error()
        throw broken
      }
      return plaintext
    }

    /// The lengths as C wants them, or `nil` beyond what one call takes.
    private static func sizes(_ value: [UInt8], _ binding: [UInt8]) -> (Int32, Int32)? {
      guard value.count < Int(Int32.max) - 64, binding.count < Int(Int32.max) else { return nil }
      return (Int32(value.count), Int32(binding.count))
    }

    private static func pool(_ key: Secret, encrypts: Bool) -> ContextPool {
      ContextPool(
        make: {
          guard let context = EVP_CIPHER_CTX_new() else { return nil }
          let isReady = key.withBytes {
            EVP_CipherInit_ex2(context, OpenSSL.aes256GCM, $0, nil, encrypts ? 1 : 0, nil) == 1
          }
          if isReady { return context }
          EVP_CIPHER_CTX_free(context)
          ERR_clear_error()
          return nil
        }, free: { EVP_CIPHER_CTX_free($0) })
    }
  }
#endif
