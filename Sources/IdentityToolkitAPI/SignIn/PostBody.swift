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
    var rest = Substring(text)
    if let user = Self.rawUser(in: rest) {
      values["user"] = String(rest[user.json])
      rest = rest[..<user.start] + rest[user.json.upperBound...]
    }
    for segment in rest.split(separator: "&", maxSplits: 64).prefix(64) {
      let cut = segment.firstIndex(of: "=")
      let name = cut.map { segment[..<$0] } ?? segment
      let value = cut.map { segment[segment.index(after: $0)...] } ?? ""
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

  private static func decode(_ text: Substring) -> String { PercentEncoding.decode(text) ?? String(text) }

  /// A raw JSON object behind `user=`: where the parameter starts and where the object stands.
  private static func rawUser(in text: Substring) -> (start: Substring.Index, json: Range<Substring.Index>)? {
    let name = "user={"
    var from = text.startIndex
    while let found = text[from...].firstRange(of: name) {
      let isParameter =
        found.lowerBound == text.startIndex || text[text.index(before: found.lowerBound)] == "&"
      guard isParameter else {
        from = found.upperBound
        continue
      }
      let open = text.index(before: found.upperBound)
      guard let close = closingBrace(from: open, in: text) else { return nil }
      return (found.lowerBound, open..<text.index(after: close))
    }
    return nil
  }

  private static func closingBrace(from open: Substring.Index, in text: Substring) -> Substring.Index? {
    var depth = 0
    var isInText = false
    var isEscaped = false
    var index = open
    while index < text.endIndex {
      let character = text[index]
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isInText = false
        }
      } else {
        switch character {
        case "\"": isInText = true
        case "{": depth += 1
        case "}":
          depth -= 1
          if depth == 0 { return index }
        default: break
        }
      }
      index = text.index(after: index)
    }
    return nil
  }
}
