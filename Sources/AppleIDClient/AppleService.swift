public import BramleyCrypto

/// What a relying party asks of Apple.
public protocol AppleService: Sendable {
  /// Exchanges an authorization code.
  func exchange(_ request: AppleCodeExchange) async throws(AppleServiceError) -> AppleTokenAnswer

  /// Revokes a token and with it the person's grant to the client.
  func revoke(_ token: Secret, kind: AppleTokenKind, clientID: String) async throws(AppleServiceError)

  /// Asks whether a refresh token is still good (R37).
  func validate(refreshToken: Secret, clientID: String) async throws(AppleServiceError)
}
