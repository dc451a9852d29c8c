public import AppleIdentity
public import BramleyCrypto

/// What a relying party asks of Apple.
public protocol AppleService: Sendable {
  /// Gives Apple's public keys: at once when a set is at hand, else after a bounded wait.
  ///
  /// - Throws: ``AppleServiceError`` with `fault` `.apple` when there is none and none came in time.
  func keySet() async throws(AppleServiceError) -> AppleKeySet

  /// Gives Apple's public keys to a caller whose set did not have a token's key id.
  ///
  /// - Throws: ``AppleServiceError`` with `fault` `.apple` when Apple could not be asked.
  func keySet(refreshedFor unknownKeyID: String) async throws(AppleServiceError) -> AppleKeySet

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
