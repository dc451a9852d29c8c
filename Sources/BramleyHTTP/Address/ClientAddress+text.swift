extension ClientAddress {
  /// Four decimal numbers without leading zeros, which some readers take for octal.
  static func parseIPv4(_ text: Substring) -> [UInt8]? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }),
        part.count == 1 || part.first != UInt8(ascii: "0"), let value = UInt8(Substring(part))
      else { return nil }
      bytes.append(value)
    }
    return bytes
  }

  /// Eight groups, at most one of the gaps written `::`, the last two groups perhaps dotted.
  static func parseIPv6(_ text: Substring) -> [UInt8]? {
    var text = text
    var tail: [UInt8] = []
    if text.utf8.contains(UInt8(ascii: ".")) {
      guard let colon = text.lastIndex(of: ":"), let dotted = parseIPv4(text[text.index(after: colon)...])
      else {
        return nil
      }
      tail = dotted
      text = text[...colon]
      // Keep a `::` that stands right before the dotted part, drop a single colon.
      if !text.hasSuffix("::") { text = text.dropLast() }
    }
    let room = 16 - tail.count
    if let gap = text.firstRange(of: "::") {
      guard let head = groups(text[..<gap.lowerBound]), let rest = groups(text[gap.upperBound...]),
        head.count + rest.count <= room - 2
      else { return nil }
      return head + [UInt8](repeating: 0, count: room - head.count - rest.count) + rest + tail
    }
    guard let bytes = groups(text), bytes.count == room else { return nil }
    return bytes + tail
  }

  private static func groups(_ text: Substring) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    var bytes: [UInt8] = []
    for part in text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      guard (1...4).contains(part.count), part.first != UInt8(ascii: "+"), part.first != UInt8(ascii: "-"),
        let value = UInt16(Substring(part), radix: 16)
      else { return nil }
      bytes += [UInt8(value >> 8), UInt8(value & 0xff)]
    }
    return bytes
  }

  /// The longest run of two or more zero groups becomes `::`, the first of equals (RFC 5952 §4.2).
  static func text(ofGroups groups: [UInt16]) -> String {
    var best = 0..<0
    var start = 0
    while start < groups.count {
      var end = start
      while end < groups.count, groups[end] == 0 { end += 1 }
      if end - start > best.count, end - start > 1 { best = start..<end }
      start = max(end, start + 1)
    }
    let spell = { (part: ArraySlice<UInt16>) in
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard !best.isEmpty else { return spell(groups[...]) }
    return spell(groups[..<best.lowerBound]) + "::" + spell(groups[best.upperBound...])
  }
}
