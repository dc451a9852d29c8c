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
  /// A value under its name.
  struct Parameter: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// The parameters in order; of a repeated name the last counts.
  private(set) var parameters: [Parameter] = []

  /// Nothing.
  init() {}

  /// Reads a body; more than 64 segments are cut off.
  init(_ text: String) {
    // Bytes, not characters: every sign that counts is ASCII, and a token is two thousand characters long.
    var text = text
    text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      guard let user = Self.rawUser(in: bytes) else { return readSegments(of: bytes) }
      parameters.append(
        Parameter(name: "user", value: String(decoding: bytes[user.json], as: UTF8.self)))
      // What stood on both sides of it is one text, as if it had never been there.
      let rest = Array(bytes[..<user.start]) + bytes[user.json.upperBound...]
      rest.withUnsafeBytes { readSegments(of: $0) }
    }
  }

  /// The value of a name; an empty one is as absent.
  subscript(name: String) -> String? {
    guard let value = parameters.last(where: { $0.name == name })?.value, !value.isEmpty else { return nil }
    return value
  }

  /// Takes what another body says over what stands here.
  mutating func merge(_ other: PostBody) { parameters += other.parameters }

  private mutating func readSegments(of bytes: UnsafeRawBufferPointer) {
    var start = 0
    for _ in 0..<64 {
      while start < bytes.count, bytes[start] == UInt8(ascii: "&") { start += 1 }
      guard start < bytes.count else { return }
      let end = bytes.firstIndex(of: UInt8(ascii: "&"), from: start) ?? bytes.count
      let cut = min(bytes.firstIndex(of: UInt8(ascii: "="), from: start) ?? end, end)
      parameters.append(
        Parameter(
          name: Self.decode(bytes, start..<cut), value: Self.decode(bytes, min(cut + 1, end)..<end)))
      start = end
    }
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer, _ place: Range<Int>) -> String {
    let part = UnsafeRawBufferPointer(rebasing: bytes[place])
    let text = String(decoding: part, as: UTF8.self)
    guard part.firstIndex(of: UInt8(ascii: "%"), from: 0) != nil else { return text }
    return PercentEncoding.decode(text) ?? text
  }

  /// A raw JSON object behind `user=`: where the parameter starts and where the object stands.
  private static func rawUser(in bytes: UnsafeRawBufferPointer) -> (start: Int, json: Range<Int>)? {
    let name: StaticString = "user={"
    let length = name.utf8CodeUnitCount
    var start = 0
    while start + length <= bytes.count {
      if (0..<length).allSatisfy({ bytes[start + $0] == name.utf8Start[$0] }) {
        let open = start + length - 1
        return closingBrace(from: open, in: bytes).map { (start, open..<$0 + 1) }
      }
      // A parameter begins at the front or behind an ampersand, nowhere else.
      guard let ampersand = bytes.firstIndex(of: UInt8(ascii: "&"), from: start) else { return nil }
      start = ampersand + 1
    }
    return nil
  }

  private static func closingBrace(from open: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
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
