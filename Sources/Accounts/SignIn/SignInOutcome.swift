package import BramleyCrypto

/// How a sign-in with an identity ended.
package enum SignInOutcome: Sendable {
  /// Signed in, linked or reauthenticated.
  case signedIn(SignedIn)
  /// The address belongs to another account and nobody proved to own both (R23); nothing was stored.
  case needsConfirmation(ProviderProfile, verifiedProviders: [ProviderID], pendingToken: Secret?)
  /// A link found the identity or the address taken; nothing was stored.
  case conflict(Conflict, ProviderProfile, pendingToken: Secret?)
  /// No account matches and none may be made (R25); nothing was stored.
  case notFound(ProviderProfile)

  /// What stands in the way of a link.
  package enum Conflict: Sendable, Hashable {
    /// `FEDERATED_USER_ID_ALREADY_LINKED`.
    case alreadyLinked
    /// `EMAIL_EXISTS`.
    case emailExists
  }
}

/// A session that was just opened, with its account.
package struct SignedIn: Sendable {
  /// The account after the sign-in.
  package let account: Account
  /// The tokens.
  package let tokens: SessionTokens
  /// Whether the account was made now.
  package let isNewAccount: Bool
  /// What the provider says of the person; nil where no provider took part.
  package let profile: ProviderProfile?
  /// How the person signed in.
  package let provider: ProviderID
}

/// What the provider says of the person, and what goes back to the client for it.
package struct ProviderProfile: Sendable, Hashable {
  /// The identity.
  package var identity: Identity
  /// The provider's claims as JSON object text; always valid JSON.
  package var rawUserInfo: String
  /// The provider's token as it came, for the client's own use; nil behind a pending credential of ours.
  package var identityToken: String?
  /// The sealed handle in place of Apple's access token (R21); what came for other providers.
  package var accessToken: String?
  /// The given and family names that came with the sign-in.
  package var givenName: String?
  package var familyName: String?

  package init(identity: Identity, rawUserInfo: String) {
    self.identity = identity
    self.rawUserInfo = rawUserInfo
  }
}
