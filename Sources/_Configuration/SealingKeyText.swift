public import BramleyCrypto

/// A sealing key as text: an id, a colon and 64 hexadecimal digits.
public enum SealingKeyText {
  /// How many keys a text may hold.
  public static let mostKeys = 16

  private static func parse(_ secret: Secret) -> (id: String, key: Secret)? {
    let parts = (secret.revealText() ?? "").split(separator: ":", maxSplits: 1)
    guard parts.count == 2, (1...16).contains(parts[0].utf8.count),
      parts[0].utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) }),
      let bytes = Hex.decode(String(parts[1]).trimmed), bytes.count == 32
    else { return nil }
    return (String(parts[0]), Secret(bytes: bytes))
  }

  /// The keys of a text that holds several, the current one first, between white space or commas; nil
  /// unless all of them are keys and their ids differ.
  public static func parseAll(_ secret: Secret) -> [(id: String, key: Secret)]? {
    let words = (secret.revealText() ?? "").split { $0.isWhitespace || $0 == "," }
    var keys: [(id: String, key: Secret)] = []
    for word in words {
      guard let key = parse(Secret(utf8: String(word))) else { return nil }
      keys.append(key)
    }
    guard !keys.isEmpty, keys.count <= mostKeys, Set(keys.map(\.id)).count == keys.count else { return nil }
    return keys
  }

  /// The text of a key.
  public static func text(id: String, key: Secret) -> Secret {
    Secret(utf8: id + ":" + key.withBytes { Hex.encode($0) })
  }
}
