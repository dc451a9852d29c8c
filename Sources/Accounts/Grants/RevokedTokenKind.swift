/// What a call to revoke brings (wire §4.9).
package enum RevokedTokenKind: Sendable, Hashable {
  /// An authorization code of Apple.
  case code
  /// The handle that our answers carry in place of Apple's access token (R21).
  case accessToken
  /// Likewise, as a refresh token.
  case refreshToken
}

/// Whether Apple's authorization of an account still holds.
package enum AppleCredentialState: Sendable, Hashable {
  /// It does, as far as Apple has said.
  case authorized(subject: String)
  /// The person or the operator revoked it.
  case revoked(subject: String)
  /// The account has no Apple identity.
  case notFound
  /// The app moved to another team and the subject with it.
  case transferred(subject: String)
}
