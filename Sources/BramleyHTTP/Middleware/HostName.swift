/// The host of a `Host` field or an origin, without its port.
public struct HostName: Sendable, Hashable, CustomStringConvertible {
  /// The name in lower case without a final dot, or the address without brackets.
  public let description: String
  /// The port, when one is given.
  public let port: UInt16?

  /// Reads `name`, `name:port`, `192.0.2.1:port` or `[::1]:port`; nil for anything else.
  public init?(authority: some StringProtocol) {
    var host = Substring(authority)
    var port: UInt16?
    let lastColon = host.utf8.lastIndex(of: UInt8(ascii: ":"))
    if let colon = lastColon, !host[colon...].contains("]") {
      let digits = host[host.index(after: colon)...]
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let value = UInt16(digits)
      else { return nil }
      port = value
      host = host[..<colon]
    }
    if host.hasPrefix("[") {
      guard host.hasSuffix("]"), let address = ClientAddress(parsing: String(host)) else { return nil }
      description = address.description
    } else {
      if host.hasSuffix(".") { host = host.dropLast() }
      guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy(HostName.isNameByte) else {
        return nil
      }
      description = host.lowercased()
    }
    self.port = port
  }

  /// Whether it names this machine: `localhost`, a name under it, or a loopback address.
  public var isLoopback: Bool {
    description == "localhost" || description.hasSuffix(".localhost")
      || (ClientAddress(parsing: description)?.isLoopback ?? false)
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

extension HTTPRequest {
  /// The host that the request was sent to, as its `Host` field says; nil when there is none.
  ///
  /// - Warning: It comes from the client. Links and security follow the configured public origin (R8, A23).
  public var host: HostName? { headers["host"].flatMap { HostName(authority: $0) } }
}
