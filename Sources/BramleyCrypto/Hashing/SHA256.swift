#if canImport(COpenSSL)
  import COpenSSL
#elseif canImport(CryptoKit)
  import CryptoKit
#endif

/// The hash function SHA-256.
///
/// - Standard: FIPS 180-4.
public enum SHA256 {
  /// Hashes bytes.
  public static func digest(_ bytes: [UInt8]) -> SHA256Digest {
    bytes.withUnsafeBytes { digest(buffer: $0) }
  }

  /// Hashes a part of some bytes, without a copy of it.
  public static func digest(_ bytes: ArraySlice<UInt8>) -> SHA256Digest {
    bytes.withUnsafeBytes { digest(buffer: $0) }
  }

  /// Hashes the UTF-8 form of a text.
  public static func digest(utf8 text: String) -> SHA256Digest {
    var text = text
    return text.withUTF8 { digest(buffer: UnsafeRawBufferPointer($0)) }
  }

  #if canImport(COpenSSL)
    /// Contexts that have run before: a fresh one with a hidden look-up is four times as slow.
    private static let contexts = ContextPool(make: { EVP_MD_CTX_new() }, free: { EVP_MD_CTX_free($0) })

    private static func digest(buffer: UnsafeRawBufferPointer) -> SHA256Digest {
      withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { output in
        let isDone = contexts.withContext { context in
          EVP_DigestInit_ex2(context, OpenSSL.sha256, nil) == 1
            && EVP_DigestUpdate(context, buffer.baseAddress, buffer.count) == 1
            && EVP_DigestFinal_ex(context, output.baseAddress, nil) == 1
        }
        precondition(isDone == true, "SHA-256 of memory fails only when memory has run out.")
        return SHA256Digest(unchecked: UnsafeRawBufferPointer(output))
      }
    }
  #elseif canImport(CryptoKit)
    private static func digest(buffer: UnsafeRawBufferPointer) -> SHA256Digest {
      var hash = CryptoKit.SHA256()
      hash.update(bufferPointer: buffer)
      return hash.finalize().withUnsafeBytes { SHA256Digest(unchecked: $0) }
    }
  #endif
}
