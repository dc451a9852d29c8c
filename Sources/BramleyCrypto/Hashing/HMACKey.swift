#if canImport(COpenSSL)
  import COpenSSL

  /// A key that authenticates messages with HMAC-SHA-256.
  ///
  /// - Standard: RFC 2104, FIPS 198-1.
  public final class HMACKey: Sendable {
    private let contexts: ContextPool

    /// Takes a key.
    ///
    /// - Throws: ``CryptoError`` `key_size` for a key under 32 bytes.
    public init(_ key: Secret) throws(CryptoError) {
      guard key.count >= 32 else {
        throw CryptoError(.keySize, "An HMAC key has 32 bytes or more; this one has \(key.count).")
      }
      contexts = ContextPool(
        make: {
          guard let context = EVP_MAC_CTX_new(OpenSSL.hmac) else { return nil }
          let isReady = key.withBytes { bytes in
            var name = Array("SHA256".utf8CString)
            return name.withUnsafeMutableBufferPointer { name in
              let parameters = [
                OSSL_PARAM_construct_utf8_string(ParameterName.digest.pointer, name.baseAddress, 0),
                OSSL_PARAM_construct_end(),
              ]
              return EVP_MAC_init(context, bytes, bytes.count, parameters) == 1
            }
          }
          if isReady { return context }
          EVP_MAC_CTX_free(context)
          ERR_clear_error()
          return nil
        }, free: { EVP_MAC_CTX_free($0) })
    }

    /// Computes the 32-byte code of a message.
    public func authenticationCode(for message: [UInt8]) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: 32) { output, count in
        let isDone = contexts.withContext { context in
          var written = 0
          return EVP_MAC_init(context, nil, 0, nil) == 1
            && EVP_MAC_update(context, message, message.count) == 1
            && EVP_MAC_final(context, output.baseAddress, &written, 32) == 1 && written == 32
        }
        precondition(isDone == true, "HMAC of memory fails only when memory has run out.")
        count = 32
      }
    }

    /// Tells in constant time whether a code belongs to a message.
    public func isValid(_ code: [UInt8], for message: [UInt8]) -> Bool {
      constantTimeEquals(code, authenticationCode(for: message))
    }
  }
#endif
