import Accounts
import BramleyCrypto

/// `accounts:revokeToken`: really revoked at Apple (wire §4.9, R16, R18).
enum RevokeToken {
  /// What the token is, in the order of the wire's indices; the Apple SDK sends `"3"`.
  enum Kind: String, WireChoice {
    case unspecified = "TOKEN_TYPE_UNSPECIFIED"
    case refreshToken = "REFRESH_TOKEN"
    case accessToken = "ACCESS_TOKEN"
    case code = "CODE"

    var revoked: RevokedTokenKind? {
      switch self {
      case .unspecified: nil
      case .refreshToken: .refreshToken
      case .accessToken: .accessToken
      case .code: .code
      }
    }
  }

  struct Request: WireRequest {
    var provider: String?
    var kind: Kind?
    var token: String?
    var idToken: String?
    var redirectURI: String?

    init(_ fields: WireFields) throws {
      provider = try fields.text("providerId")
      kind = try fields.choice("tokenType")
      token = try fields.text("token")
      idToken = try fields.text("idToken")
      redirectURI = try fields.text("redirectUri")
    }
  }

  static let operation = Operation(
    "accounts.revokeToken", "Revokes Apple's authorization by a code or a handle of ours.",
    [.v2("accounts:revokeToken")], .keyOnly, bodyLimit: 64 << 10
  ) { (request: Request, context) -> EmptyResponse in
    guard let idToken = request.idToken, !idToken.isEmpty else { throw WireError.refused("MISSING_ID_TOKEN") }
    guard let provider = request.provider, !provider.isEmpty else {
      throw WireError.refused("MISSING_PROVIDER_ID")
    }
    guard ProviderID(rawValue: provider) == .apple else { throw WireError.refused("INVALID_PROVIDER_ID") }
    guard let token = request.token, !token.isEmpty else { throw WireError.refused("MISSING_TOKEN") }
    guard let kind = request.kind?.revoked else { throw WireError.refused("MISSING_TOKEN_TYPE") }
    try await context.accounts.revoke(
      Secret(utf8: token), kind: kind, idToken: idToken, redirectURI: request.redirectURI,
      client: context.client)
    return EmptyResponse()
  }
}
