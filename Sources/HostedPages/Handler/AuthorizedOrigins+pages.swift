import BramleyHTTP

extension AuthorizedOrigins {
  /// The origins of the pages' configuration.
  init(_ configuration: HostedPages.Configuration) {
    self.init(
      domains: configuration.authorizedDomains, allowsLoopback: configuration.allowsLoopbackContinue)
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
