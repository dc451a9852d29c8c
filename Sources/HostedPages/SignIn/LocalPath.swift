/// A page of ours to return to; nothing that a browser could read as another site.
enum LocalPath {
  /// The path, when it is one of ours.
  static func checked(_ text: String?) -> String? {
    guard let text, text.utf8.count <= 256, text.hasPrefix("/"), !text.hasPrefix("//"),
      !text.hasPrefix("/\\"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") })
    else { return nil }
    return text
  }
}
