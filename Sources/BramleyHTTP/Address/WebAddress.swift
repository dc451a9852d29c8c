/// An absolute `http` or `https` address, taken apart just far enough to compare origins.
///
/// Anything that browsers might read differently is refused: user names, backslashes, white space,
/// control characters, characters beyond ASCII.
package struct WebAddress: Hashable, Sendable {
  /// `http` or `https`.
  package let scheme: String
  /// The host.
  package let host: HostName
  /// Path, query and fragment as written.
  package let rest: String

  /// Reads an address; nil for anything that is not wholly plain.
  package init?(_ text: String) {
    guard text.utf8.count <= 2048,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }),
      let mark = text.firstRange(of: "://")
    else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let end = text[mark.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    guard let host = HostName(authority: text[mark.upperBound..<end]) else { return nil }
    self.scheme = scheme
    self.host = host
    rest = String(text[end...])
  }

  /// Scheme, host and port, the default port left out.
  package var origin: String {
    let name = host.description.contains(":") ? "[\(host.description)]" : host.description
    let standard: UInt16 = scheme == "https" ? 443 : 80
    guard let port = host.port, port != standard else { return "\(scheme)://\(name)" }
    return "\(scheme)://\(name):\(port)"
  }

  /// Whether a part of the page is named; what is put behind it would not reach a server.
  package var hasFragment: Bool { rest.contains("#") }

  /// Whether it is a page on this machine.
  package var isLoopback: Bool { host.isLoopback }
}
