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
  func exchange(_ request: AppleCodeExchange) async throws(AppleServiceError) -> AppleTokenAnswer

  /// Revokes a token and with it the person's grant to the client.
  func revoke(_ token: Secret, kind: AppleTokenKind, clientID: String) async throws(AppleServiceError)

  /// Asks whether a refresh token is still good (R37).
  func validate(refreshToken: Secret, clientID: String) async throws(AppleServiceError)
}
