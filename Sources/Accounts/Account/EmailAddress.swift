/// The spelling of e-mail addresses.
package enum EmailAddress {
  /// The address lower-cased, or nil for what cannot be one.
  ///
  /// The judgement is coarse on purpose: one `@` with something on both sides, a dot-free domain allowed,
  /// no spaces or control characters, at most 254 bytes. Only a message proves an address.
  package static func normalized(_ text: String) -> String? {
    let address = text.lowercased()
    guard address.utf8.count <= 254 else { return nil }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, parts[0].utf8.count <= 64,
      !parts[1].hasPrefix("."), !parts[1].hasSuffix("."), !parts[1].contains("..")
    else { return nil }
    let isClean = address.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control && $0 != "<" && $0 != ">"
        && $0 != "," && $0 != ";" && $0 != "\"" && $0 != "\\"
    }
    return isClean ? address : nil
  }
}
