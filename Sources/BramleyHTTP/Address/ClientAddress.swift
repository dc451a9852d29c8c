/// The address of a client, parsed, so that one client has one spelling.
///
/// IPv4 mapped into IPv6 (`::ffff:192.0.2.1`) becomes IPv4.
///
/// - Standard: RFC 4291 §2.2, §2.5.5.2.
public struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address in network order: 4 bytes or 16; none for the peer of a Unix socket.
  public let bytes: [UInt8]

  /// The peer of a Unix socket: someone on this machine.
  public static let unixSocket = ClientAddress(unchecked: [])

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// An address of 4 or 16 bytes in network order; nil for other lengths.
  public init?(bytes: [UInt8]) {
    switch bytes.count {
    case 4: self.bytes = bytes
    case 16:
      let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
      self.bytes = isMapped ? Array(bytes[12...]) : bytes
    default: return nil
    }
  }

  /// Reads a numeric address: dotted IPv4, or IPv6 with or without brackets; a zone (`%eth0`) is refused.
  public init?(parsing text: String) {
    guard text.utf8.count <= 47 else { return nil }
    var text = Substring(text)
    if text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count > 2 { text = text.dropFirst().dropLast() }
    if text.utf8.contains(UInt8(ascii: ":")) {
      guard let bytes = ClientAddress.parseIPv6(text) else { return nil }
      self.init(bytes: bytes)
    } else {
      guard let bytes = ClientAddress.parseIPv4(text) else { return nil }
      self.init(bytes: bytes)
    }
  }

  /// Whether it is of this machine: 127.0.0.0/8, `::1`, or the peer of a Unix socket.
  public var isLoopback: Bool {
    switch bytes.count {
    case 0: true
    case 4: bytes[0] == 127
    default: bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
    }
  }

  /// Whether it lies outside the public internet: loopback, private, link-local, shared, documentation,
  /// multicast, reserved, or a form of IPv6 that carries such an IPv4 address.
  ///
  /// - Standard: RFC 6890 and the IANA special-purpose address registries.
  public var isPrivate: Bool {
    bytes.count == 16 ? isPrivateIPv6 : isPrivateIPv4(bytes)
  }

  /// The key for limits: IPv4 as it is, IPv6 cut to its /64, since one client owns all of that.
  public var limitKey: ClientAddress {
    guard bytes.count == 16 else { return self }
    return ClientAddress(unchecked: Array(bytes[..<8]) + [UInt8](repeating: 0, count: 8))
  }

  /// The usual text: dotted IPv4, compressed IPv6 in lower case (RFC 5952), or `unix`.
  public var description: String {
    switch bytes.count {
    case 0: return "unix"
    case 4: return bytes.map(String.init).joined(separator: ".")
    default:
      let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      return ClientAddress.text(ofGroups: groups)
    }
  }

  private func isPrivateIPv4(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 4 else { return true }
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224...255, _, _): return true
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): return true
    case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 51, 100), (203, 0, 113): return true
    default: return false
    }
  }

  private var isPrivateIPv6: Bool {
    let embedded: ArraySlice<UInt8>? =
      if bytes[..<12].allSatisfy({ $0 == 0 }) {
        // `::` and `::1` among them: 0.0.0.0/8 is private.
        bytes[12...]
      } else if bytes[..<12].elementsEqual([0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]) {
        bytes[12...]  // NAT64
      } else if bytes[0] == 0x20, bytes[1] == 0x02 {
        bytes[2..<6]  // 6to4
      } else {
        nil
      }
    if let embedded { return isPrivateIPv4(Array(embedded)) }
    // Only 2000::/3 is global unicast; of it Teredo, ORCHID, benchmarking and documentation are not.
    guard bytes[0] & 0xe0 == 0x20 else { return true }
    if bytes[0] == 0x20, bytes[1] == 0x01 {
      if bytes[2] < 0x02 { return true }
      if bytes[2] == 0x0d, bytes[3] == 0xb8 { return true }
    }
    return bytes[0] == 0x3f && bytes[1] == 0xff && bytes[2] & 0xf0 == 0
  }
}

extension HTTPRequest {
  /// The peer as an address, for limits and records; nil when a test has given none.
  public var client: ClientAddress? {
    peer == ClientAddress.unixSocket.description ? .unixSocket : ClientAddress(parsing: peer)
  }

  /// The client's network as limits count it: the IPv4 address, or the /64 of the IPv6 one, in its one
  /// spelling (A38); nil for this machine, where a proxy that is not listed may stand for everybody. What
  /// has no address counts as one network.
  public var network: String? {
    if peer == ClientAddress.unixSocket.description || peer.hasPrefix("127.") || peer == "::1" { return nil }
    guard peer.utf8.contains(UInt8(ascii: ":")) else { return peer }
    guard let client else { return "unknown" }
    return client.isLoopback ? nil : client.limitKey.description
  }
}
