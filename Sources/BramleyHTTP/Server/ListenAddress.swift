/// Where a server listens: a numeric address with a port, or the path of a Unix socket.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of address.
  public enum Kind: Hashable, Sendable {
    /// A numeric IPv4 or IPv6 address without brackets; port 0 asks for any free port.
    case tcp(host: String, port: UInt16)
    /// The path of a Unix socket.
    case unix(path: String)
  }

  /// The address.
  public let kind: Kind

  /// A numeric address and a port.
  public static func tcp(_ host: String, port: UInt16) -> ListenAddress {
    ListenAddress(kind: .tcp(host: host, port: port))
  }

  /// A Unix socket.
  public static func unix(_ path: String) -> ListenAddress { ListenAddress(kind: .unix(path: path)) }

  private init(kind: Kind) { self.kind = kind }

  /// Reads `127.0.0.1:8080`, `[::1]:8080` or `unix:/run/bramley.sock`; nil for anything else, names included.
  public init?(parsing text: String) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard path.hasPrefix("/"), path.utf8.count < 104 else { return nil }
      kind = .unix(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      return nil
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    guard ClientAddress(parsing: String(host)) != nil else { return nil }
    kind = .tcp(host: String(host), port: port)
  }

  /// The port, or nil for a Unix socket.
  public var port: UInt16? {
    if case .tcp(_, let port) = kind { port } else { nil }
  }

  /// As ``init(parsing:)`` reads it.
  public var description: String {
    switch kind {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }
}
