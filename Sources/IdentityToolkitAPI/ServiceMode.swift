package import BramleyHTTP

/// What `dev` opens and `serve` keeps shut (R1–R10): every difference between the two on the wire is here.
package enum ServiceMode: String, Sendable {
  /// Everything open that tests need, on loopback.
  case dev
  /// Nothing open that a person outside could misuse.
  case serve

  /// Whether codes are handed out and accounts wiped over HTTP (R2).
  package var offersControlAPI: Bool { self == .dev }

  /// Whether any project id in a path means the one project (R10).
  package var takesAnyProject: Bool { self == .dev }

  /// Whether `Bearer ya29.…` counts as an administrator (R3).
  package var acceptsGoogleAccessTokens: Bool { self == .dev }

  /// Decides about a `Host`: in development only names of this machine, since a page elsewhere may bind its
  /// own name to our address (R4).
  package func allows(host: HostName) -> Bool { self == .serve || host.isLoopback }

  /// Decides whether scripts of an origin may read an answer (R4).
  ///
  /// - Parameters:
  ///   - origin: The field `Origin`.
  ///   - path: The path asked for, without base path.
  ///   - authorizedDomains: `web.authorizedDomains`: host names, each compared whole.
  package func allows(origin: String, path: String, authorizedDomains: [String]) -> Bool {
    switch self {
    case .dev: return CrossOrigin.isLoopback(origin)
    case .serve:
      guard WirePath.isWire(path), let slashes = origin.firstRange(of: "://") else { return false }
      let scheme = origin[..<slashes.lowerBound]
      guard let host = HostName(authority: origin[slashes.upperBound...]) else { return false }
      // Plain http is read by anyone on the way; only a page on this machine is beyond that.
      guard scheme == "https" || (scheme == "http" && host.isLoopback) else { return false }
      return authorizedDomains.contains { $0.lowercased() == host.description }
    }
  }
}
