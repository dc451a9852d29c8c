#if canImport(CCrypt)
  import CCrypt

  /// The password hash bcrypt, for hashes that come from an import.
  public enum Bcrypt {
    /// Whether a text is a bcrypt hash of a cost that we are willing to pay: `$2a$`, `$2b$` or `$2y$` with
    /// 4 to 14; `$2x$` marks hashes of a faulty implementation.
    public static func isHash(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      guard bytes.count == 60, text.hasPrefix("$2a$") || text.hasPrefix("$2b$") || text.hasPrefix("$2y$"),
        bytes[6] == UInt8(ascii: "$"), let cost = Int(String(decoding: bytes[4..<6], as: UTF8.self)),
        (4...14).contains(cost)
      else { return false }
      return bytes[7...].allSatisfy {
        (97...122).contains($0) || (65...90).contains($0) || (46...57).contains($0)
      }
    }

    /// Tells whether a password belongs to a hash. Of a password the first 72 bytes count, as everywhere.
    ///
    /// - Throws: ``CryptoError`` `password_hash` when the text is no bcrypt hash or its cost is out of bounds.
    public static func verify(password: Secret, encoded: String) throws(CryptoError) -> Bool {
      guard isHash(encoded) else {
        throw CryptoError(.passwordHash, "The stored hash is no bcrypt hash, or its cost is out of bounds.")
      }
      // The library reads to the first NUL: a password that holds one is no password of such a hash.
      guard let text = password.revealText(), !text.utf8.contains(0) else { return false }
      var scratch = [UInt8](repeating: 0, count: 32_768)
      let scratchCount = Int32(scratch.count)
      let computed = scratch.withUnsafeMutableBytes { scratch in
        crypt_rn(text, encoded, scratch.baseAddress, scratchCount).map { String(cString: $0) }
      }
      guard let computed else { throw CryptoError(.passwordHash, "The library refuses the bcrypt hash.") }
      return constantTimeEquals(computed, encoded)
    }
  }
#endif
