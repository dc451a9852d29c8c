#if canImport(COpenSSL)
  import COpenSSL

  /// Reads a private key from text and says what the text is when it is none.
  enum PrivateKeyText {
    /// A key file of a few hundred bytes is normal; an RSA key of 8192 bits has 6.4 kB.
    static let largest = 32 * 1024

    static func key(in text: Secret) throws(CryptoError) -> KeyHandle {
      guard text.count <= largest else {
        throw CryptoError(.notAKey, "This text is far too long for a private key.")
      }
      guard let string = text.revealText() else {
        throw CryptoError(.notAKey, "This is not text; a private key in PEM form is needed.")
      }
      let (label, base64) = PEM.body(of: string)
      // `openssl ecparam -genkey` writes the curve first and the key behind it.
      if label == "ECPARAMETERS", let key = string.firstRange(of: "-----BEGIN EC PRIVATE KEY") {
        return try self.key(in: Secret(utf8: String(string[key.lowerBound...])))
      }
      if base64.isEmpty {
        throw CryptoError(.keyEmpty, "The key is empty; give the whole text of the .p8 file.")
      }
      if let refusal = refusal(forLabel: label) { throw refusal }
      guard let der = Base64.decode(base64) else {
        throw label == nil
          ? CryptoError(.notAKey, "This is not a private key in PEM form; give the whole text of the file.")
          : CryptoError(.truncatedKey, "The key's text is damaged or cut off; copy the whole file.")
      }
      if let handle = parse(der) { return handle }
      throw reason(for: der)
    }

    /// Whether an elliptic-curve key lies on P-256.
    static func isP256(_ handle: KeyHandle) -> Bool {
      OpenSSL.clearing {
        var name = [CChar](repeating: 0, count: 64)
        var count = 0
        guard EVP_PKEY_get_group_name(handle.pointer, &name, name.count, &count) == 1 else { return false }
        return OBJ_txt2nid(name) == NID_X9_62_prime256v1
      }
    }

    private static func refusal(forLabel label: String?) -> CryptoError? {
      switch label {
      case "ENCRYPTEDPRIVATEKEY": encrypted
      case "PUBLICKEY", "RSAPUBLICKEY": publicKey
      case "CERTIFICATE", "TRUSTEDCERTIFICATE", "X509CERTIFICATE": certificate
      case "OPENSSHPRIVATEKEY":
        CryptoError(.notAKey, "This is an OpenSSH key; use the .p8 file from Apple's developer site.")
      default: nil
      }
    }

    private static func parse(_ der: [UInt8]) -> KeyHandle? {
      OpenSSL.clearing {
        der.withUnsafeBufferPointer { buffer in
          var cursor = buffer.baseAddress
          guard let key = d2i_AutoPrivateKey(nil, &cursor, buffer.count) else { return nil }
          return KeyHandle(key)
        }
      }
    }

    /// Finds out what the bytes are instead of a private key.
    private static func reason(for der: [UInt8]) -> CryptoError {
      if isCutOff(der) {
        return CryptoError(.truncatedKey, "The key's end is missing; copy the whole file.")
      }
      return OpenSSL.clearing { () -> CryptoError? in
        der.withUnsafeBufferPointer { buffer -> CryptoError? in
          var cursor = buffer.baseAddress
          if let key = d2i_PUBKEY(nil, &cursor, buffer.count) {
            EVP_PKEY_free(key)
            return publicKey
          }
          cursor = buffer.baseAddress
          if let found = d2i_X509(nil, &cursor, buffer.count) {
            X509_free(found)
            return certificate
          }
          cursor = buffer.baseAddress
          if let envelope = d2i_X509_SIG(nil, &cursor, buffer.count) {
            X509_SIG_free(envelope)
            return encrypted
          }
          return nil
        }
      } ?? CryptoError(.notAKey, "These bytes are not a private key; use the .p8 file from Apple.")
    }

    /// Whether the outermost DER sequence announces more bytes than are there.
    private static func isCutOff(_ der: [UInt8]) -> Bool {
      guard der.count >= 2, der[0] == 0x30 else { return false }
      var length = Int(der[1])
      var header = 2
      if length >= 0x80 {
        let digits = length & 0x7F
        guard (1...3).contains(digits) else { return false }
        guard der.count >= 2 + digits else { return true }
        length = der[2..<(2 + digits)].reduce(0) { $0 << 8 | Int($1) }
        header += digits
      }
      return der.count < header + length
    }

    private static let encrypted = CryptoError(
      .encryptedKey, "This key is encrypted; decrypt it first, as with `openssl pkcs8 -in key -out key.p8`.")
    private static let publicKey = CryptoError(
      .publicKey, "This is a public key; the private key in the .p8 file is needed.")
    private static let certificate = CryptoError(
      .certificate, "This is a certificate; the private key in the .p8 file is needed.")
  }
#endif
