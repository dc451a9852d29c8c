package import BramleyCrypto

/// What a client holds after a sign-in or a refresh.
package struct SessionTokens: Sendable {
  /// Our ID token.
  package let idToken: Secret
  /// The refresh token of the session's current generation.
  package let refreshToken: Secret
  /// How long the ID token lives.
  package let lifetime: Duration
  /// The session.
  package let session: Session.ID

  package init(idToken: Secret, refreshToken: Secret, lifetime: Duration, session: Session.ID) {
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.lifetime = lifetime
    self.session = session
  }
}
