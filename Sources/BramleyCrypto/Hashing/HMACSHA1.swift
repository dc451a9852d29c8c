#if canImport(COpenSSL)
  import COpenSSL

  /// HMAC-SHA-1, for one-time passwords only: authenticator apps compute nothing else.
  ///
  /// - Standard: RFC 2104, FIPS 198-1; RFC 6238 §1.2.
  public enum HMACSHA1 {
    /// Computes the 20-byte code of a message under a key of at least one byte; nil without one.
    public static func authenticationCode(for message: [UInt8], key: Secret) -> [UInt8]? {
      guard !key.isEmpty else { return nil }
      return key.withBytes { key in
        var code = [UInt8](repeating: 0, count: 20)
        var written = 0
        let done = EVP_Q_mac(
          nil, "HMAC", nil, "SHA1", nil, key, key.count, message, message.count, &code, code.count, &written)
        guard done != nil, written == 20 else {
          ERR_clear_error()
          return nil
        }
        return code
      }
    }
  }
#endif
