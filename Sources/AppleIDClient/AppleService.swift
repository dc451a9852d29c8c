public import AppleIdentity
public import BramleyCrypto

/// What a relying party asks of Apple.
public protocol AppleService: Sendable {
  /// Apple's signing keys, from the cache while they are fresh.
  ///
  /// - Parameter unknown: A key id that the cached set lacks; asks for a fetch, at most one in flight and
  ///   not more often than the minimum interval (decision 13).
  /// - Throws: When there is no set at all; an old good set is better than none.
  func keySet(lacking unknown: String?) async throws(AppleServiceError) -> AppleKeySet

  /// Exchanges an authorization code.
  ///
  /// It is sent once; a second time only when Apple cannot have used it up: never connected, or 503.
  ///
  /// - Throws: ``AppleServiceError``: `.credential` for a code that is used, too old or another client's.
  func exchange(_ request: AppleCodeExchange) async throws(AppleServiceError) -> AppleTokenAnswer

  /// Revokes a token and with it the person's grant to the client.
  ///
  /// Done also when the token was not good any more: Apple answers 200 either way, so this proves nothing
  /// about the token. May be repeated.
  ///
  /// - Throws: ``AppleServiceError``.
  func revoke(_ token: Secret, kind: AppleTokenKind, clientID: String) async throws(AppleServiceError)

  /// Asks whether a refresh token is still good (R37); at most once a day for each person.
  ///
  /// - Throws: ``AppleServiceError``: with `fault` `.credential` and `invalid_grant` the grant is gone, with
  ///   `invalid_request` it is probably revoked (sign in anew, delete nothing); with `fault` `.apple` nothing
  ///   is known and the session stays.
  func validate(refreshToken: Secret, clientID: String) async throws(AppleServiceError)
}
