/// Scheme, host and port of an http or https address.
///
/// - Standard: RFC 6454 §4.
struct Origin: Sendable, Hashable {
  /// `http` or `https`.
  let scheme: String
  /// The host in lower case; an IPv6 address keeps its brackets.
  let host: String
  /// The port with its colon, or nothing.
  let port: String

  /// The origin as a browser spells it.
  var text: String { scheme + "://" + host + port }

  /// Whether the host is an IPv4 or IPv6 address and not a name.
  var hostIsAddress: Bool {
    host.hasPrefix("[")
      || host.utf8.allSatisfy {
        $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// Reads the origin of an absolute address; nil for other schemes, user names in it, or an odd host.
  init?(of address: String) {
    let lower = address.lowercased()
    guard let scheme = ["https", "http"].first(where: { lower.hasPrefix($0 + "://") }) else { return nil }
    let rest = lower.dropFirst(scheme.count + 3)
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let parsed = Self.split(authority) else { return nil }
    self.scheme = scheme
    host = parsed.host
    port = parsed.port == (scheme == "https" ? ":443" : ":80") ? "" : parsed.port
  }

  /// Splits `host:port` of an address or a Host field; nil when a character does not belong there.
  static func split(_ authority: some StringProtocol) -> (host: String, port: String)? {
    let text = String(authority)
    var host = text
    var port = ""
    if text.hasPrefix("[") {
      guard let close = text.firstIndex(of: "]") else { return nil }
      host = String(text[...close])
      port = String(text[text.index(after: close)...])
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
        return nil
      }
    } else if let colon = text.firstIndex(of: ":") {
      host = String(text[..<colon])
      port = String(text[colon...])
    }
    guard !host.isEmpty, port.isEmpty || (port.hasPrefix(":") && UInt16(port.dropFirst()) != nil) else {
      return nil
    }
    if !host.hasPrefix("[") {
      guard host.utf8.allSatisfy(isNameByte) else { return nil }
    }
    return (host, port)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
