/// Whose pages may sign people in, and be returned to from a mail of ours (R38).
package struct AuthorizedOrigins: Sendable {
  /// Host names in lower case, each compared whole: neither a part of a name nor what stands under it counts.
  package let domains: Set<String>
  /// Whether every page on this machine counts.
  package let allowsLoopback: Bool

  /// The origins of a configuration.
  ///
  /// - Parameters:
  ///   - domains: `web.authorizedDomains`.
  ///   - allowsLoopback: Whether every page on this machine counts: in `dev`.
  package init(domains: some Sequence<String>, allowsLoopback: Bool) {
    self.domains = Set(domains.map { $0.lowercased() })
    self.allowsLoopback = allowsLoopback
  }

  /// Whether a page may be returned to. Beyond this machine only https counts.
  package func contains(_ address: WebAddress) -> Bool {
    if address.isLoopback { return allowsLoopback || domains.contains(address.host.description) }
    return address.scheme == "https" && domains.contains(address.host.description)
  }
}
