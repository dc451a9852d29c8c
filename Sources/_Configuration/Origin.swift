/// Scheme, host and port of a web address, as browsers compare them.
///
/// - Standard: RFC 6454 §4.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// `https` or `http`.
  public let scheme: String
  /// The host in lower case; IPv6 in brackets.
  public let host: String
  /// The port when it is not the scheme's own.
  public let port: Int?

  /// Parses `scheme://host[:port]`; nil for anything that says more or less than that.
  public init?(_ text: String) {
    guard let colon = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let authority = text[colon.upperBound...].lowercased()
    let (host, rest): (String, Substring)
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      (host, rest) = (String(authority[...end]), authority[authority.index(after: end)...])
    } else {
      let end = authority.firstIndex(of: ":") ?? authority.endIndex
      (host, rest) = (String(authority[..<end]), authority[end...])
    }
    let hostBytes = host.utf8.dropFirst(host.hasPrefix("[") ? 1 : 0).dropLast(host.hasSuffix("]") ? 1 : 0)
    guard !hostBytes.isEmpty, hostBytes.allSatisfy(Self.isHostByte) else { return nil }
    if rest.isEmpty {
      port = nil
    } else {
      guard let number = Int(rest.dropFirst()), (1...65_535).contains(number) else { return nil }
      port = number == (scheme == "https" ? 443 : 80) ? nil : number
    }
    self.scheme = scheme
    self.host = host
  }

  /// Whether the host is this machine: `localhost`, `127.0.0.0/8` or `[::1]`.
  public var isLoopback: Bool {
    host == "localhost" || host == "[::1]"
      || host.split(separator: ".").count == 4 && host.hasPrefix("127.")
        && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
  }

  /// `scheme://host[:port]` without a trailing slash.
  public var description: String { scheme + "://" + host + (port.map { ":\($0)" } ?? "") }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
