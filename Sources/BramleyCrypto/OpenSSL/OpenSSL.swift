#if canImport(COpenSSL)
  import COpenSSL

  /// Algorithms fetched once: a fetch in every call takes the library's locks and a multiple of the time.
  enum OpenSSL {
    static var sha256: OpaquePointer { algorithms.sha256 }
    static var aes256GCM: OpaquePointer { algorithms.aes256GCM }
    static var hmac: OpaquePointer { algorithms.hmac }
    static var hkdf: OpaquePointer { algorithms.hkdf }

    /// Fetched algorithms; OpenSSL lets threads share them and never changes them.
    private struct Algorithms: @unchecked Sendable {
      let sha256: OpaquePointer
      let aes256GCM: OpaquePointer
      let hmac: OpaquePointer
      let hkdf: OpaquePointer

      init() {
        guard let sha256 = EVP_MD_fetch(nil, "SHA256", nil),
          let aes256GCM = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil),
          let hmac = EVP_MAC_fetch(nil, "HMAC", nil), let hkdf = EVP_KDF_fetch(nil, "HKDF", nil)
        else {
          preconditionFailure("OpenSSL's default provider always has SHA-256, AES-GCM, HMAC and HKDF.")
        }
        self.sha256 = sha256
        self.aes256GCM = aes256GCM
        self.hmac = hmac
        self.hkdf = hkdf
      }
    }

    private static let algorithms = Algorithms()

    /// Runs a step and empties the thread's error queue when it gives nothing, so that an old failure
    /// never shows up in a later message.
    static func clearing<Result>(_ step: () -> Result?) -> Result? {
      let result = step()
      if result == nil { ERR_clear_error() }
      return result
    }

    /// Runs a test and empties the thread's error queue when it says no.
    static func clearing(_ step: () -> Bool) -> Bool {
      let isDone = step()
      if !isDone { ERR_clear_error() }
      return isDone
    }
  }
#endif
