import BramleyHTTP

/// Where people reach the service: its origin and the prefix of every path (FR-63).
struct ServiceAddress: Hashable, Sendable {
  /// `https://accounts.example.com` or `http://localhost:9099`, without a slash at the end.
  let origin: String
  /// Empty, or beginning and not ending with a slash.
  let basePath: String

  /// An address of these parts.
  init(origin: String, basePath: String) {
    self.origin = origin
    self.basePath = basePath
  }

  /// The configured address, or in development the name that the request came by (R8, A23).
  ///
  /// - Returns: nil when no origin is configured and the request names no host.
  init?(_ configuration: HostedPages.Configuration, request: HTTPRequest) {
    basePath = configuration.basePath
    if let origin = configuration.publicOrigin {
      self.origin = origin
      return
    }
    guard let host = request.host else { return nil }
    let name = host.description.contains(":") ? "[\(host.description)]" : host.description
    origin = "http://" + name + (host.port.map { ":\($0)" } ?? "")
  }

  /// Whether cookies travel over https alone.
  var isSecure: Bool { origin.hasPrefix("https://") }

  /// The path under the prefix.
  func path(_ path: String) -> String { basePath + path }

  /// The whole address of a path.
  func url(_ path: String) -> String { origin + basePath + path }

  /// The path that cookies are bound to.
  var cookiePath: String { basePath.isEmpty ? "/" : basePath }

  /// Where Apple sends its answers: one address for every flow, registered at Apple once.
  var appleRedirectURI: String { url("/__/auth/handler") }
}
