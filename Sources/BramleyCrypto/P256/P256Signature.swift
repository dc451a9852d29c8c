#if canImport(COpenSSL)
  import COpenSSL

  /// The two forms of an ECDSA signature on P-256: 64 raw bytes on the wire, DER in the library.
  enum P256Signature {
    /// The order of the curve's group; both halves of a signature lie in 1…n−1.
    static let order: [UInt8] = [
      0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
      0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// Whether 32 big-endian bytes are a number in 1…n−1.
    static func isScalar(_ bytes: ArraySlice<UInt8>) -> Bool {
      bytes.count == 32 && bytes.contains { $0 != 0 } && bytes.lexicographicallyPrecedes(order)
    }

    /// The DER form of 64 raw bytes, or `nil` when a half is out of range. CVE-2022-21449 is the lesson.
    static func der(raw: [UInt8]) -> [UInt8]? {
      guard raw.count == 64, isScalar(raw[..<32]), isScalar(raw[32...]) else { return nil }
      let (r, s) = (integer(raw[..<32]), integer(raw[32...]))
      return [0x30, UInt8(r.count + s.count)] + r + s
    }

    /// The 64 raw bytes of a DER signature that the library made.
    static func raw(der: [UInt8]) -> [UInt8]? {
      der.withUnsafeBufferPointer { buffer in
        var cursor = buffer.baseAddress
        guard let signature = d2i_ECDSA_SIG(nil, &cursor, buffer.count) else { return nil }
        defer { ECDSA_SIG_free(signature) }
        var raw = [UInt8](repeating: 0, count: 64)
        let isDone = raw.withUnsafeMutableBufferPointer { raw in
          guard let base = raw.baseAddress else { return false }
          return BN_bn2binpad(ECDSA_SIG_get0_r(signature), base, 32) == 32
            && BN_bn2binpad(ECDSA_SIG_get0_s(signature), base + 32, 32) == 32
        }
        return isDone ? raw : nil
      }
    }

    /// A DER INTEGER: the shortest form, with a zero in front when the top bit would mean minus.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      let digits = bytes.drop { $0 == 0 }
      let needsZero = (digits.first ?? 0) & 0x80 != 0
      return [0x02, UInt8(digits.count + (needsZero ? 1 : 0))] + (needsZero ? [0] : []) + digits
    }
  }
#endif
