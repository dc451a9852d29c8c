import BramleyHTTP

/// The provider's answer inside `postBody`, in either of the two spellings that SDKs send (wire §4.3).
///
/// The JavaScript SDK encodes every value; the Apple SDK encodes none, so that its `user` JSON comes with
/// raw spaces, quotes, `&` and `+`. Both are read by one rule: `user={` up to its closing brace is taken out
/// first, then segments are split at `&`, and a value that does not decode is kept as it stands. `+` is
/// never a space: tokens and nonces may hold it.
///
/// - Warning: A raw nonce that itself holds `&` cannot be told apart in the Apple SDK's spelling.
struct PostBody: Sendable, Hashable {
  /// The values by name; of a repeated name the last.
  private(set) var values: [String: String] = [:]

  /// Nothing.
  init() {}

  /// Reads a body; more than 64 segments are cut off.
  init(_ text: String) {
    // Bytes, not characters: every sign that counts is ASCII, and a token is two thousand characters long.
    var rest = Array(text.utf8)
    if let user = Self.rawUser(in: rest) {
      values["user"] = String(decoding: rest[user.json], as: UTF8.self)
      rest.removeSubrange(user.start..<user.json.upperBound)
    }
    for segment in rest.split(separator: UInt8(ascii: "&"), maxSplits: 64).prefix(64) {
      let cut = segment.firstIndex(of: UInt8(ascii: "="))
      let name = cut.map { segment[..<$0] } ?? segment
      let value = cut.map { segment[($0 + 1)...] } ?? []
      values[Self.decode(name)] = Self.decode(value)
    }
  }

  /// The value of a name; an empty one is as absent.
  subscript(name: String) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    return value
  }

  /// Takes what another body says over what stands here.
  mutating func merge(_ other: PostBody) { values.merge(other.values) { $1 } }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.contains(UInt8(ascii: "%")) ? PercentEncoding.decode(text) ?? text : text
  }

  /// A raw JSON object behind `user=`: where the parameter starts and where the object stands.
  private static func rawUser(in bytes: [UInt8]) -> (start: Int, json: Range<Int>)? {
    let name = Array("user={".utf8)
    var start = 0
    while start + name.count <= bytes.count {
      if bytes[start..<start + name.count].elementsEqual(name) {
        let open = start + name.count - 1
        return closingBrace(from: open, in: bytes).map { (start, open..<$0 + 1) }
      }
      // A parameter begins at the front or behind an ampersand, nowhere else.
      guard let ampersand = bytes[start...].firstIndex(of: UInt8(ascii: "&")) else { return nil }
      start = ampersand + 1
    }
    return nil
  }

  private static func closingBrace(from open: Int, in bytes: [UInt8]) -> Int? {
    var depth = 0
    var isInText = false
    var isEscaped = false
    for index in open..<bytes.count {
      switch bytes[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInText: isEscaped = true
      case UInt8(ascii: "\""): isInText.toggle()
      case _ where isInText: break
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }
}
