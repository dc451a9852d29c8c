import BramleyHTTP

/// Whose pages may sign people in through the handler (R38).
struct AuthorizedOrigins: Sendable {
  private let domains: Set<String>
  private let allowsLoopback: Bool

  init(_ configuration: HostedPages.Configuration) {
    domains = Set(configuration.authorizedDomains.map { $0.lowercased() })
    allowsLoopback = configuration.allowsLoopbackContinue
  }

  /// Whether a page may be returned to. Beyond this machine only https counts.
  func contains(_ address: WebAddress) -> Bool {
    if address.isLoopback { return allowsLoopback || domains.contains(address.host.description) }
    return address.scheme == "https" && domains.contains(address.host.description)
  }

  /// The pages that may hold the iframe, for `frame-ancestors`; the browser sees to it.
  ///
  /// An IPv6 address cannot stand in a policy: development pages use `localhost` or 127.0.0.1.
  var frameAncestors: String {
    var sources: [String] = []
    var names = domains.subtracting(["localhost", "127.0.0.1"])
    if allowsLoopback || domains.contains("localhost") {
      sources += ["http://localhost:*", "https://localhost:*"]
    }
    if allowsLoopback || domains.contains("127.0.0.1") {
      sources += ["http://127.0.0.1:*", "https://127.0.0.1:*"]
    }
    names = names.filter { HostName(authority: $0).map { !$0.description.contains(":") } ?? false }
    sources += names.sorted().map { "https://\($0):*" }
    return sources.isEmpty ? "'none'" : sources.joined(separator: " ")
  }
}
