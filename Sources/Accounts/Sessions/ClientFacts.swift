/// What is known of the client that makes a request; kept for the person to recognise it by.
package struct ClientFacts: Hashable, Sendable {
  /// The client's network address as text.
  package var address: String?
  /// Whether limits count what it does; administrators and work of our own are not limited (R43).
  package var isLimited: Bool
  /// What limits count it by: its IPv4 address, or the /64 of its IPv6 one; nil where that is not known,
  /// behind a proxy that is not listed.
  package var network: String?
  /// `User-Agent`, cut to 256 characters.
  package var userAgent: String?
  /// `X-Client-Version`.
  package var clientVersion: String?
  /// `X-Ios-Bundle-Identifier`.
  package var bundleID: String?
  /// The language that the client speaks, a BCP 47 tag: `X-Firebase-Locale`.
  package var locale: String?
  /// `X-Bramley-Request-Id` with the hash of the body (R20).
  package var request: RequestIdentity?
  /// The name of the admin token, or of the command, that acts; the audit shows it (R3).
  package var administrator: String?

  /// Facts of one request.
  package init(
    address: String? = nil, isLimited: Bool = false, network: String? = nil, userAgent: String? = nil,
    clientVersion: String? = nil, bundleID: String? = nil, locale: String? = nil,
    request: RequestIdentity? = nil
  ) {
    self.address = address?.cut(to: 64)
    self.isLimited = isLimited || network != nil
    self.network = network
    self.userAgent = userAgent?.cut(to: 256)
    self.clientVersion = clientVersion?.cut(to: 128)
    self.bundleID = bundleID?.cut(to: 256)
    self.locale = locale?.cut(to: 35)
    self.request = request
  }
}

extension ClientFacts {
  /// The detail of an audit row with the administrator's name behind it: `administrator by ci`.
  package func signed(_ detail: String?) -> String? {
    guard let administrator else { return detail }
    return (detail.map { $0 + " " } ?? "") + "by " + administrator
  }
}

/// What makes a repeated request the same one: its own identifier and the hash of its body (R20).
package struct RequestIdentity: Hashable, Sendable {
  /// SHA-256 over the request's 128-bit identifier and its body, cut to 16 bytes.
  package let bytes: [UInt8]

  /// The identity from the first 16 bytes of that hash.
  package init(hash: [UInt8]) { bytes = Array(hash.prefix(16)) }
}
