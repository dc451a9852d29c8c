import BramleyCrypto

/// Text inside header fields: in ASCII as it stands, else as encoded words.
///
/// - Standard: RFC 5322 §2.2, §3.2.4; RFC 2047 §2, §5.
enum HeaderText {
  /// The longest encoded word.
  private static let wordLimit = 75

  /// Text without control characters and line separators: a value that could end its line would begin a field
  /// of its own.
  static func oneLine(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: out += " "
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out.split(separator: " ").joined(separator: " ")
  }

  /// The value of a field of free text, such as the subject.
  static func unstructured(_ text: String, afterColumn column: Int) -> String {
    let text = oneLine(text)
    let isPlain = text.utf8.allSatisfy { $0 < 0x7f } && !text.contains("=?")
    return isPlain && column + text.utf8.count <= 78 ? text : encoded(text, afterColumn: column)
  }

  /// A name in front of an address: quoted where it is ASCII.
  static func phrase(_ text: String, afterColumn column: Int) -> String {
    let text = oneLine(text)
    guard text.utf8.allSatisfy({ $0 < 0x7f }), text.utf8.count <= 60 else {
      return encoded(text, afterColumn: column)
    }
    var out = "\""
    for character in text {
      if character == "\"" || character == "\\" { out += "\\" }
      out.append(character)
    }
    return out + "\""
  }

  /// Encoded words, each of them whole characters and at most 75 bytes, one to a line.
  private static func encoded(_ text: String, afterColumn column: Int) -> String {
    let frame = "=?UTF-8?B??=".utf8.count
    var words: [String] = []
    var piece: [UInt8] = []
    for character in text.unicodeScalars {
      let bytes = Array(String(character).utf8)
      let room = wordLimit - frame - (words.isEmpty ? column : 1)
      if (piece.count + bytes.count + 2) / 3 * 4 > room, !piece.isEmpty {
        words.append("=?UTF-8?B?" + Base64.encode(piece) + "?=")
        piece = []
      }
      piece += bytes
    }
    if !piece.isEmpty { words.append("=?UTF-8?B?" + Base64.encode(piece) + "?=") }
    return words.joined(separator: "\r\n ")
  }
}
