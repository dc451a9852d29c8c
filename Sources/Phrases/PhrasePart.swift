/// A piece of a text: words, or a hole to be filled in.
public enum PhrasePart: Hashable, Sendable {
  /// Words as they stand.
  case text(String)
  /// A hole by its name.
  case hole(String)

  /// Cuts a text at its holes: `{app}` is one.
  static func parse(_ text: String) -> [PhrasePart] {
    var parts: [PhrasePart] = []
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      parts.append(.hole(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }
}
