/// A person as a provider knows them, tied to one account.
///
/// The key is (provider, canonical issuer, team, subject); the e-mail address is an attribute and never
/// a key (R22, attack A19).
package struct Identity: Hashable, Sendable {
  /// What makes an identity the same one.
  package struct Key: Hashable, Sendable {
    /// The provider.
    package var provider: ProviderID
    /// The canonical issuer: one spelling for all hosts of the same provider.
    package var issuer: String
    /// Apple's team, since subjects are scoped to it; empty for other providers.
    package var team: String
    /// The provider's stable name for the person.
    package var subject: String

    /// A key of these parts.
    package init(provider: ProviderID, issuer: String, team: String = "", subject: String) {
      self.provider = provider
      self.issuer = issuer
      self.team = team
      self.subject = subject
    }
  }

  /// What makes it the same identity.
  package var key: Key
  /// The address the provider gave last; a token without one keeps it (FR-28).
  package var email: String?
  /// Whether the provider vouched for the address.
  package var isEmailVerified = false
  /// Whether the address is one of Apple's relay addresses.
  package var isPrivateEmail = false
  /// Whether Apple reported that mail to the relay address is switched off.
  package var isRelayDisabled = false
  /// The name as the provider gave it.
  package var displayName: String?
  /// The photo as the provider gave it.
  package var photoURL: String?
  /// The screen name as the provider gave it.
  package var screenName: String?
  /// The telephone number as the provider gave it.
  package var phoneNumber: String?
  /// Whether the person proved to hold the identity; only those survive a takeover by the address's owner.
  package var isProven = true
  /// The client id of the first authorization (R45).
  package var firstClientID: String?
  /// Apple's real-user indicator of the first authorization: 0 unsupported, 1 unknown, 2 likely real (R45).
  package var realUserStatus: Int?
  /// When the identity came to this service first (R45).
  package var firstAuthorizedAt: Timestamp?

  /// The provider, as the wire lists it.
  package var provider: ProviderID { key.provider }
  /// The subject, as the wire's `rawId`.
  package var subject: String { key.subject }

  /// An identity with nothing known but its key.
  package init(key: Key) { self.key = key }
}
