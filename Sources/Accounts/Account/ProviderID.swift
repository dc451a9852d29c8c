/// The name of a way to sign in, as the wire spells it: `apple.com`, `password`, `google.com`.
package struct ProviderID: RawRepresentable, Hashable, Sendable, Comparable {
  /// The name, lower-cased.
  package let rawValue: String

  /// The provider of that name; case is folded, since clients send both.
  package init(rawValue: String) { self.rawValue = rawValue.lowercased() }

  /// Sign in with Apple.
  package static let apple = ProviderID(rawValue: "apple.com")
  /// E-mail address with password or mail link.
  package static let password = ProviderID(rawValue: "password")
  /// Telephone number.
  package static let phone = ProviderID(rawValue: "phone")
  /// No credential yet.
  package static let anonymous = ProviderID(rawValue: "anonymous")
  /// A token minted by the operator's own back end.
  package static let custom = ProviderID(rawValue: "custom")
  /// Google; in development only (R46).
  package static let google = ProviderID(rawValue: "google.com")

  package static func < (left: ProviderID, right: ProviderID) -> Bool { left.rawValue < right.rawValue }
}
