public import BramleyCrypto

/// The mail server that takes our mail, as `smtp://user:password@host:port` names it.
public struct MailServer: Sendable, CustomStringConvertible {
  /// Whether TLS begins with the connection (`smtps`); else it begins with STARTTLS.
  public let beginsWithTLS: Bool
  /// The host name or address, IPv6 in brackets.
  public let host: String
  /// The port.
  public let port: Int
  /// The name to log in with; nil: without.
  public let user: String?
  /// The password that belongs to it.
  public let password: Secret?
  /// Whether mail and password may only go over TLS: everywhere but on this machine.
  public let requiresTLS: Bool

  /// A server of these parts.
  ///
  /// - Parameter requiresTLS: nil decides by the host: only loopback goes without.
  public init(
    host: String, port: Int, beginsWithTLS: Bool = false, user: String? = nil, password: Secret? = nil,
    requiresTLS: Bool? = nil
  ) {
    self.host = host
    self.port = port
    self.beginsWithTLS = beginsWithTLS
    self.user = user
    self.password = password
    self.requiresTLS = requiresTLS ?? !Self.isLoopback(host)
  }

  /// Reads `smtp://[user:password@]host[:port]` or `smtps://…`; user and password are percent-encoded.
  /// Without a port it is 587, or 465 for `smtps`. Nil for anything else.
  public init?(parsing text: Secret) {
    guard let text = text.revealText(), let slashes = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<slashes.lowerBound].lowercased()
    guard scheme == "smtp" || scheme == "smtps" else { return nil }
    var authority = text[slashes.upperBound...]
    if authority.hasSuffix("/") { authority.removeLast() }
    guard authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
      !authority.contains(where: { "/?#".contains($0) })
    else { return nil }
    var (user, password): (String?, Secret?)
    if let at = authority.lastIndex(of: "@") {
      guard let found = Self.login(authority[..<at]) else { return nil }
      (user, password) = found
      authority = authority[authority.index(after: at)...]
    }
    guard let (host, port) = Self.place(authority) else { return nil }
    self.init(
      host: host, port: port ?? (scheme == "smtps" ? 465 : 587), beginsWithTLS: scheme == "smtps", user: user,
      password: password)
  }

  private static func login(_ text: Substring) -> (String, Secret)? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let user = PercentEncoding.decode(parts[0]),
      let password = PercentEncoding.decode(parts[1]), !user.isEmpty, !password.isEmpty,
      !(user + password).utf8.contains(where: { $0 < 0x20 || $0 == 0x7f })
    else { return nil }
    return (user, Secret(utf8: password))
  }

  private static func place(_ text: Substring) -> (String, Int?)? {
    let (host, rest): (Substring, Substring)
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      (host, rest) = (text[...end], text[text.index(after: end)...])
      guard ClientAddress(parsing: String(host.dropFirst().dropLast())) != nil else { return nil }
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      (host, rest) = (text[..<end], text[end...])
      let isName = host.utf8.allSatisfy {
        (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || "-._".utf8.contains($0)
      }
      guard !host.isEmpty, isName else { return nil }
    }
    guard !rest.isEmpty else { return (String(host), nil) }
    guard rest.hasPrefix(":"), let port = Int(rest.dropFirst()), (1...65_535).contains(port) else {
      return nil
    }
    return (String(host), port)
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host.lowercased() == "localhost" { return true }
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    return ClientAddress(parsing: bare)?.isLoopback ?? false
  }

  /// Host and port; never the login.
  public var description: String { "\(host):\(port)" }
}
