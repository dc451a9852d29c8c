import BramleyCrypto

/// How a part of a mail becomes short lines of ASCII.
///
/// - Standard: RFC 2045 §6.7, §6.8.
enum BodyEncoding: String {
  case quotedPrintable = "quoted-printable"
  case base64

  /// The encoding that keeps a text readable where it is mostly ASCII, and small where it is not.
  static func fitting(_ text: String) -> BodyEncoding {
    text.utf8.count { $0 > 0x7e } * 6 > text.utf8.count ? .base64 : .quotedPrintable
  }

  /// The text, encoded, in lines of at most 76 bytes ended by CR LF.
  func encode(_ text: String) -> String {
    switch self {
    case .base64: Self.base64(text)
    case .quotedPrintable: Self.quotedPrintable(text)
    }
  }

  private static func base64(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    let encoded = Array(Base64.encode(Array(lines.utf8)).utf8)
    return stride(from: 0, to: encoded.count, by: 76).map { start in
      String(decoding: encoded[start..<min(start + 76, encoded.count)], as: UTF8.self) + "\r\n"
    }.joined()
  }

  private static func quotedPrintable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var out = ""
      var column = 0
      let bytes = Array(line.utf8)
      for (index, byte) in bytes.enumerated() {
        let isLast = index == bytes.count - 1
        let stands = (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "=")
        let stays = stands || ((byte == 0x20 || byte == 0x09) && !isLast)
        let piece = stays ? String(UnicodeScalar(byte)) : "=" + Hex.encode([byte]).uppercased()
        if column + piece.utf8.count > 75 {
          out += "=\r\n"
          column = 0
        }
        out += piece
        column += piece.utf8.count
      }
      return out
    }.joined(separator: "\r\n") + "\r\n"
  }
}
