import BramleyCrypto
import BramleyHTTP

/// Reads the credentials of a request: API key and bearer (wire §1.2, R3, R10).
struct Authenticator: Sendable {
  let mode: ServiceMode
  let listener: Listener
  let apiKeys: Set<String>
  let register: any AdminTokenRegister

  /// What the request may do under a rule on a kind of path.
  func access(_ request: HTTPRequest, rule: AccessRule, path: WirePath.Kind) async throws -> Access {
    switch rule {
    case .open, .person: return .client
    case .keyOnly:
      try requireKey(request)
      return .client
    case .key(let scope), .administrator(let scope):
      if let bearer = bearer(of: request) {
        let access = try await administrator(bearer, request)
        try access.require(scope)
        return access
      }
      try requireKey(request)
      if case .administrator = rule { throw WireError.projectNeedsAdministrator }
      if path == .project { throw WireError.projectNeedsAdministrator }
      return .client
    }
  }

  /// The token of `Authorization: Bearer …`; other schemes are as if absent.
  func bearer(of request: HTTPRequest) -> Substring? {
    guard let field = request.headers["authorization"] else { return nil }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard let scheme = parts.first, scheme.lowercased() == "bearer" else { return nil }
    return parts.count == 2 ? parts[1] : ""
  }

  private func administrator(_ bearer: Substring, _ request: HTTPRequest) async throws -> Access {
    if bearer.lowercased() == "owner", acceptsOwner(request) {
      return .administrator(.owner)
    }
    if mode.acceptsGoogleAccessTokens, bearer.hasPrefix("ya29.") {
      return .administrator(.owner)
    }
    // The public listener asks no register: whatever claims to be an administrator there is refused (R3).
    if case .admin = listener, bearer.utf8.count <= 512,
      let administrator = try await register.administrator(of: Secret(utf8: String(bearer)))
    {
      return .administrator(administrator)
    }
    throw WireError.invalidCredentials
  }

  private func acceptsOwner(_ request: HTTPRequest) -> Bool {
    switch listener {
    case .single: return mode == .dev
    case .open: return false
    case .admin(let acceptsOwnerBearer):
      // A browser page that reaches the port sends its origin, a rebound name sends its own host (R3).
      let isOfThisMachine =
        request.host.map(\.isLoopback) ?? (request.peer == ClientAddress.unixSocket.description)
      return acceptsOwnerBearer && request.headers["origin"] == nil && isOfThisMachine
        && (ClientAddress(parsing: request.peer)?.isLoopback ?? true)
    }
  }

  private func requireKey(_ request: HTTPRequest) throws(WireError) {
    let sent = request.headers["x-goog-api-key"] ?? Self.key(inQuery: request.query)
    guard let sent, !sent.isEmpty else { throw .missingKey }
    guard apiKeys.isEmpty || apiKeys.contains(sent) else { throw .unknownKey }
  }

  /// The key of a query, which mostly holds nothing else and nothing to decode.
  private static func key(inQuery query: String) -> String? {
    let name = "key="
    let isPlain =
      query.utf8.starts(with: name.utf8)
      && !query.utf8.contains {
        $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+")
      }
    return isPlain ? String(query.utf8.dropFirst(name.utf8.count)) : FormFields(parsing: query)?["key"]
  }
}
