import BramleyHTTP

/// An absolute `http` or `https` address, taken apart just far enough to compare origins.
///
/// Anything that browsers might read differently is refused: user names, backslashes, white space,
/// control characters, characters beyond ASCII, fragments.
struct WebAddress: Hashable, Sendable {
  /// `http` or `https`.
  let scheme: String
  /// The host.
  let host: HostName
  /// Path and query as written.
  let rest: String

  init?(_ text: String) {
    guard text.utf8.count <= 2048,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !Self.refused.contains($0) }),
      let mark = text.firstRange(of: "://")
    else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let end = text[mark.upperBound...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
    guard let host = HostName(authority: text[mark.upperBound..<end]) else { return nil }
    self.scheme = scheme
    self.host = host
    rest = String(text[end...])
  }

  private static let refused = Set("\\\"<>^`{|}#".utf8)

  /// Scheme, host and port, the default port left out.
  var origin: String {
    let name = host.description.contains(":") ? "[\(host.description)]" : host.description
    let standard: UInt16 = scheme == "https" ? 443 : 80
    guard let port = host.port, port != standard else { return "\(scheme)://\(name)" }
    return "\(scheme)://\(name):\(port)"
  }

  /// Whether it is a page on this machine.
  var isLoopback: Bool { host.isLoopback }
}
