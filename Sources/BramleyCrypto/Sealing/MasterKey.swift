#if canImport(COpenSSL)
  import COpenSSL

  /// A configured key from which the keys in use are derived, one for each purpose.
  ///
  /// - Standard: HKDF with SHA-256, RFC 5869; the purpose is its `info`.
  public struct MasterKey: Sendable {
    /// The name under which sealed values remember the key; 1 to 64 bytes.
    public let id: String
    private let secret: Secret

    /// Takes a key and its name.
    ///
    /// - Throws: ``CryptoError`` `key_size` for a secret under 32 bytes or an id outside 1–64 bytes.
    public init(id: String, secret: Secret) throws(CryptoError) {
      guard secret.count >= 32 else {
        throw CryptoError(.keySize, "A sealing key has 32 bytes or more; this one has \(secret.count).")
      }
      guard (1...64).contains(id.utf8.count) else {
        throw CryptoError(.keySize, "The id of a sealing key has 1 to 64 bytes.")
      }
      self.id = id
      self.secret = secret
    }

    /// Derives 32 bytes for a purpose; different purposes give unrelated keys.
    public func derive(purpose: String) -> Secret {
      guard let context = EVP_KDF_CTX_new(OpenSSL.hkdf) else {
        preconditionFailure("A derivation context is refused only when memory has run out.")
      }
      defer { EVP_KDF_CTX_free(context) }
      var output = [UInt8](repeating: 0, count: 32)
      var digest = Array("SHA256".utf8CString)
      var info = Array(purpose.utf8)
      var key = secret.reveal()
      let isDone = digest.withUnsafeMutableBufferPointer { digest in
        info.withUnsafeMutableBufferPointer { info in
          key.withUnsafeMutableBufferPointer { key in
            let parameters = [
              OSSL_PARAM_construct_utf8_string(ParameterName.digest.pointer, digest.baseAddress, 0),
              OSSL_PARAM_construct_octet_string(ParameterName.key.pointer, key.baseAddress, key.count),
              OSSL_PARAM_construct_octet_string(ParameterName.info.pointer, info.baseAddress, info.count),
              OSSL_PARAM_construct_end(),
            ]
            return EVP_KDF_derive(context, &output, 32, parameters) == 1
          }
        }
      }
      precondition(isDone, "HKDF of 32 bytes fails only when memory has run out.")
      return Secret(bytes: output)
    }
  }
#endif
