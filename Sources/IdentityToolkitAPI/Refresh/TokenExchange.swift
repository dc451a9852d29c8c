import Accounts
import BramleyCrypto

/// `/v1/token`: refreshes a session, or redeems a code of the hosted pages (wire §4.17, contract §4).
enum TokenExchange {
  static let operation = Operation(
    "securetoken.token", "Exchanges a refresh token, or a code of the hosted pages, for tokens.",
    [.own("/securetoken.googleapis.com/v1/token")], .keyOnly, bodyLimit: 64 << 10
  ) { (request: TokenRequest, context) in
    guard let grantType = request.grantType, !grantType.isEmpty else {
      throw WireError.refused("MISSING_GRANT_TYPE")
    }
    let number = context.api.settings.projectNumber
    switch grantType {
    case "refresh_token":
      guard let token = request.refreshToken, !token.isEmpty else {
        throw WireError.refused("MISSING_REFRESH_TOKEN")
      }
      return TokenResponse(
        try await context.accounts.refresh(Secret(utf8: token), client: context.client), projectNumber: number
      )
    case "authorization_code":
      guard let code = request.code, !code.isEmpty else { throw WireError.refused("MISSING_CODE") }
      guard let verifier = request.codeVerifier, !verifier.isEmpty else {
        throw WireError.refused("INVALID_GRANT", "code_verifier is missing.")
      }
      return TokenResponse(
        try await context.accounts.redeem(pageCode: code, verifier: verifier, client: context.client),
        projectNumber: number)
    default: throw WireError.refused("INVALID_GRANT_TYPE")
    }
  }
}
