/// The armour of PEM files.
///
/// - Standard: RFC 7468.
enum PEM {
  /// Wraps DER bytes in armour, 64 characters a line.
  static func armour(_ der: [UInt8], label: String) -> String {
    let body = Array(Base64.encode(der).utf8)
    var text = "-----BEGIN \(label)-----\n"
    for start in stride(from: 0, to: body.count, by: 64) {
      text += String(decoding: body[start..<min(start + 64, body.count)], as: UTF8.self) + "\n"
    }
    return text + "-----END \(label)-----\n"
  }

  /// Splits a pasted text into the label of its armour, if any, and the base64 between.
  ///
  /// Everything that pasting adds is dropped: a byte-order mark, quotes, literal `\n` and `\r`, spaces.
  static func body(of text: String) -> (label: String?, base64: String) {
    let bytes = Array(text.utf8)
    var cleaned: [UInt8] = []
    cleaned.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == UInt8(ascii: "\\"), next == UInt8(ascii: "n") || next == UInt8(ascii: "r") {
        index += 2
        continue
      }
      // White space, quotes and the three bytes of a byte-order mark carry nothing.
      let isNoise =
        byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == 0xEF
        || byte == 0xBB || byte == 0xBF
      if !isNoise { cleaned.append(byte) }
      index += 1
    }
    let joined = String(decoding: cleaned, as: UTF8.self)
    guard let begin = joined.firstRange(of: "-----BEGIN"),
      let labelEnd = joined[begin.upperBound...].firstRange(of: "-----")
    else { return (nil, joined) }
    let label = String(joined[begin.upperBound..<labelEnd.lowerBound])
    let rest = joined[labelEnd.upperBound...]
    let end = rest.firstRange(of: "-----END")?.lowerBound ?? rest.endIndex
    // What stands before the armour is dropped too: `openssl ec` writes the curve's parameters there.
    return (label, String(rest[..<end]))
  }
}
