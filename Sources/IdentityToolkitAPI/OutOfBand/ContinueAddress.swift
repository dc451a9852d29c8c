import BramleyHTTP

/// The page that a mail link leads on to: a person follows it out of a mail of ours, so it must be one that
/// may sign people in (R38).
enum ContinueAddress {
  /// Judges what a client or an administrator names; nil is fine.
  ///
  /// Administrators of `dev` may name any page: test suites written for Google's emulator do, and the page
  /// that opens for a person follows to an authorized one only.
  ///
  /// - Throws: `INVALID_CONTINUE_URI` for what is no plain `http` or `https` address, so that no browser reads
  ///   another host in it than we do; `UNAUTHORIZED_DOMAIN` for a page elsewhere.
  static func check(_ text: String?, _ context: WireContext) throws(WireError) {
    guard let text else { return }
    guard let address = WebAddress(text) else {
      throw .refused(
        "INVALID_CONTINUE_URI", "((expected an absolute URI with valid scheme and host))")
    }
    if context.api.mode == .dev, context.access.isPrivileged { return }
    let authorized = AuthorizedOrigins(
      domains: context.api.settings.authorizedDomains, allowsLoopback: context.api.mode == .dev)
    guard authorized.contains(address) else {
      throw .refused(
        "UNAUTHORIZED_DOMAIN",
        "Domain not allowlisted by project. List it in web.authorizedDomains, and use https.")
    }
  }
}
