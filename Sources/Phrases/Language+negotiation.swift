extension Language {
  /// Chooses the language of a page by the browser's wishes.
  ///
  /// Wishes count by weight, then by order. A wish is met by its own tag, else by ever shorter ones, as
  /// RFC 4647 §3.4 looks up; Chinese goes by script, so `zh-CN` and `zh-SG` are met by `zh-Hans`.
  ///
  /// - Parameter acceptLanguage: The field's value; nil, broken or hostile ones give English.
  /// - Standard: RFC 9110 §12.5.4.
  public static func negotiated(acceptLanguage: String?) -> Language {
    guard let acceptLanguage, acceptLanguage.utf8.count <= 1024 else { return .english }
    var wishes: [(tag: String, weight: Double)] = []
    for part in acceptLanguage.split(separator: ",").prefix(32) {
      let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      guard let tag = pieces.first, !tag.isEmpty else { continue }
      let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      if weight > 0 { wishes.append((tag, min(weight, 1))) }
    }
    // A stable sort keeps the order among equals.
    let ordered = wishes.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    for wish in ordered {
      if wish.element.tag == "*" { return .english }
      if let language = meeting(wish.element.tag) { return language }
    }
    return .english
  }

  private static func meeting(_ tag: String) -> Language? {
    var parts = canonical(tag).split(separator: "-")
    while !parts.isEmpty {
      if let language = Language(tag: parts.joined(separator: "-")) { return language }
      parts.removeLast()
    }
    return nil
  }

  /// Old codes and Chinese regions in today's spelling.
  private static func canonical(_ tag: String) -> String {
    let parts = tag.split(separator: "-").map(String.init)
    switch parts.first {
    case "iw": return (["he"] + parts.dropFirst()).joined(separator: "-")
    case "zh":
      let traditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
      return traditional ? "zh-hant" : "zh-hans"
    default: return tag
    }
  }
}
