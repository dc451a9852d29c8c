/// Where a token comes from: the command line, or standard input for `-`.
enum TokenSource {
  /// The token without what people copy along with it: white space, quotes, `Bearer`.
  static func token(_ operand: String) throws(UsageError) -> String {
    guard operand == "-" else { return cleaned(operand) }
    guard let bytes = PrivateFile.read("/dev/stdin") else {
      throw UsageError("Standard input holds no token, or more than a megabyte.")
    }
    return cleaned(String(decoding: bytes, as: UTF8.self))
  }

  private static func cleaned(_ text: String) -> String {
    var text = text[...]
    func trim() {
      while let first = text.first, first.isWhitespace || first == "\"" || first == "'" { text.removeFirst() }
      while let last = text.last, last.isWhitespace || last == "\"" || last == "'" { text.removeLast() }
    }
    trim()
    if text.hasPrefix("Bearer ") { text.removeFirst("Bearer ".count) }
    trim()
    return String(text)
  }
}
