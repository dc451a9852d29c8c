/// Apple's rules for a Return URL, judged on the text itself.
///
/// Nothing is decoded or normalised: a registered address and a requested one are equal or they are not.
///
/// - Standard: Apple, "Configuring your environment for Sign in with Apple".
enum ReturnURLRule {
  /// Why the address may not be used under a profile; nil when it may.
  static func violation(of address: String, profile: ReturnURLProfile) -> String? {
    guard let origin = Origin(of: address) else {
      return "A Return URL is absolute: https://, a host and a path."
    }
    if address.contains("#") { return "A Return URL has no #fragment." }
    if address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f }) {
      return "A Return URL has no spaces or control characters."
    }
    guard profile == .strict else { return nil }
    if origin.scheme != "https" { return "Apple takes https Return URLs only (profile strict)." }
    if origin.host == "localhost" || origin.host.hasSuffix(".localhost") {
      return "Apple refuses localhost as a Return URL (profile strict)."
    }
    if origin.hostIsAddress { return "Apple refuses an IP address as a Return URL (profile strict)." }
    if !origin.host.contains(".") { return "Apple wants a domain name in a Return URL (profile strict)." }
    return nil
  }
}
