/// The characters of JSON strings, looked at eight at a time, since tokens are thousands of bytes long.
enum JSONText {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Whether none of eight bytes is a quote, a backslash or a control character.
  @inline(__always)
  static func isPlain(_ word: UInt64) -> Bool {
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    // The upper bit of a byte stays set where the byte was below what is taken away: below a space, or
    // nothing left of a quote or a backslash. A borrow only ever starts at such a byte.
    let hits =
      ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
    return hits & (ones &* 0x80) == 0
  }

  /// Whether no byte needs an escape (RFC 8259 §7).
  static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= text.count {
      guard isPlain(text.loadUnaligned(fromByteOffset: index, as: UInt64.self)) else { return false }
      index += 8
    }
    return text[index...].allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}
