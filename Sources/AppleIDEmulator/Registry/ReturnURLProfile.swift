/// How strictly a client's Return URLs are judged.
public enum ReturnURLProfile: String, Codable, Sendable, CaseIterable {
  /// Apple's rules: https, a domain name, neither an address nor localhost, no fragment.
  case strict
  /// The same exact comparison, but http, localhost and addresses are let through for development.
  case relaxed
}
