/// One person's account.
package struct Account: Hashable, Sendable {
  /// The identifier of an account: the wire's `localId` and the tokens' `sub`.
  package struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The identifier: 28 letters and digits when made here, at most 128 characters when given.
    package let text: String

    /// An identifier of 1 to 128 characters without control characters, or nil.
    package init?(_ text: String) {
      guard !text.isEmpty, text.utf8.count <= 512, text.count <= 128,
        text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else { return nil }
      self.text = text
    }

    package init(unchecked text: String) { self.text = text }

    package var description: String { text }

    /// Orders by bytes, as every store does.
    package static func < (left: ID, right: ID) -> Bool {
      left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
  }

  /// The identifier.
  package let id: ID
  /// When the account was made.
  package var createdAt: Timestamp
  /// When somebody last signed in to it.
  package var lastLoginAt: Timestamp?
  /// When a session of it was last refreshed; filled on reading from its sessions.
  package var lastRefreshAt: Timestamp?
  /// The address, lower-cased.
  package var email: String?
  /// Whether the address is proven.
  package var isEmailVerified = false
  /// The first address before it was changed.
  package var initialEmail: String?
  /// The name that is shown.
  package var displayName: String?
  /// The photo that is shown.
  package var photoURL: String?
  /// The telephone number in E.164 form.
  package var phoneNumber: String?
  /// The encoded hash of the password, with its parameters; never the password.
  package var passwordHash: String?
  /// When the password was set.
  package var passwordUpdatedAt: Timestamp?
  /// Tokens issued before this second are refused; in whole seconds, as the wire has it.
  package var validSince: Timestamp?
  /// Whether the account is locked on every path.
  package var isDisabled = false
  /// Whether it was made without a credential and has none yet.
  package var isAnonymous = false
  /// Whether it was made by a custom token.
  package var isCustomAuth = false
  /// Whether the address signs in by mail link.
  package var hasEmailLinkSignIn = false
  /// JSON object text whose members go into ID tokens; at most 1000 characters.
  package var customAttributes: String?
  /// Rare members of the wire's record that are kept as given: `screenName`, `language`, `timeZone`, `mfaInfo`…
  package var extras: [String: String] = [:]
  /// The latest authorization by Apple, which events of Apple are compared with (R35).
  package var appleAuthorizedAt: Timestamp?
  /// When an account that lost its last way in is deleted (R35).
  package var deletesAt: Timestamp?
  /// Whether it may be the second account of a person who hides the address (FR-34).
  package var mayBeSecond = false
  /// The identities, one for each provider, sorted by provider.
  package var identities: [Identity] = []

  /// An empty account.
  package init(id: ID, createdAt: Timestamp) {
    self.id = id
    self.createdAt = createdAt
  }

  /// The identity of a provider, if the account has one.
  package func identity(of provider: ProviderID) -> Identity? {
    identities.first { $0.provider == provider }
  }

  /// Puts an identity in, replacing another of the same provider.
  package mutating func upsert(_ identity: Identity) {
    identities.removeAll { $0.provider == identity.provider }
    identities.append(identity)
    identities.sort { $0.provider < $1.provider }
  }

  /// Whether the password entry of the wire's provider list exists.
  package var hasPasswordProvider: Bool {
    email != nil && (passwordHash != nil || hasEmailLinkSignIn)
  }

  /// Whether nobody could sign in to it again: no identity, password, mail link, telephone or custom token.
  package var hasNoWayIn: Bool {
    identities.isEmpty && !hasPasswordProvider && phoneNumber == nil && !isCustomAuth
  }

  /// The providers as the wire's `verifiedProvider` lists them: identities only.
  package var providers: [ProviderID] { identities.map(\.provider) }
}
