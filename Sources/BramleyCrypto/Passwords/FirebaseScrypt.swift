#if canImport(COpenSSL)
  import COpenSSL

  /// The password hash of Firebase Authentication: scrypt, whose output then encrypts the project's signer key.
  ///
  /// The salt of the derivation is the account's salt and the project's separator; the key of AES-256-CTR
  /// with a counter from zero is the derived one, and the hash is the encrypted signer key.
  public struct FirebaseScrypt: Sendable {
    /// The project's signer key.
    public let signerKey: Secret
    /// What stands behind every salt.
    public let saltSeparator: [UInt8]
    /// 1 to 8: the block size of scrypt.
    public let rounds: Int
    /// 1 to 14: the binary logarithm of scrypt's N.
    public let memoryCost: Int
    private let cost: Scrypt.Cost

    /// The parameters of a project; nil outside the limits that the service itself has.
    public init?(signerKey: Secret, saltSeparator: [UInt8], rounds: Int, memoryCost: Int) {
      guard (1...128).contains(signerKey.count), saltSeparator.count <= 64, (1...8).contains(rounds),
        (1...14).contains(memoryCost),
        let cost = Scrypt.Cost(memory: 1 << memoryCost, blockSize: rounds, parallelization: 1)
      else { return nil }
      self.signerKey = signerKey
      self.saltSeparator = saltSeparator
      self.rounds = rounds
      self.memoryCost = memoryCost
      self.cost = cost
    }

    /// The hash of a password.
    ///
    /// - Throws: ``CryptoError`` `library` when there is no memory for it.
    public func hash(_ password: Secret, salt: [UInt8]) throws(CryptoError) -> [UInt8] {
      let key = try Scrypt.derive(password: password, salt: salt + saltSeparator, cost: cost, count: 32)
      guard let encrypted = encrypt(under: key) else {
        ERR_clear_error()
        throw CryptoError(.library, "The library could not encrypt with AES-256-CTR.")
      }
      return encrypted
    }

    private func encrypt(under key: [UInt8]) -> [UInt8]? {
      guard let context = EVP_CIPHER_CTX_new() else { return nil }
      defer { EVP_CIPHER_CTX_free(context) }
      let counter = [UInt8](repeating: 0, count: 16)
      var output = [UInt8](repeating: 0, count: signerKey.count)
      var written: Int32 = 0
      let isDone = signerKey.withBytes { plain in
        EVP_EncryptInit_ex2(context, EVP_aes_256_ctr(), key, counter, nil) == 1
          && EVP_EncryptUpdate(context, &output, &written, plain, Int32(plain.count)) == 1
      }
      return isDone && Int(written) == output.count ? output : nil
    }
  }
#endif
