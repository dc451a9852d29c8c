/// The success answer of `/auth/token`; there is no `scope` member.
struct TokenAnswer: Encodable, Sendable {
  let accessToken: String
  let tokenType = "Bearer"
  let expiresIn = 3600
  var refreshToken: String?
  var identityToken: String?

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case tokenType = "token_type"
    case expiresIn = "expires_in"
    case refreshToken = "refresh_token"
    case identityToken = "id_token"
  }
}
