import Accounts
import BramleyJOSE

/// The answer of `/v1/token`; all of it text (wire §4.17).
struct TokenResponse: WireResponse {
  let accessToken: String
  let expiresIn: String
  let tokenType = "Bearer"
  let refreshToken: String
  let idToken: String
  let userID: String
  let projectID: String

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case expiresIn = "expires_in"
    case tokenType = "token_type"
    case refreshToken = "refresh_token"
    case idToken = "id_token"
    case userID = "user_id"
    case projectID = "project_id"
  }

  /// - Parameter projectNumber: Google's wire carries the project's number, not its id.
  init(_ session: RefreshedSession, projectNumber: String) {
    let tokens = TokenMembers(session.tokens)
    accessToken = tokens.idToken
    idToken = tokens.idToken
    expiresIn = tokens.expiresIn
    refreshToken = tokens.refreshToken
    userID = session.account.id.text
    projectID = projectNumber
  }

  /// The answer as JSON text, written directly: every session asks for it once an hour.
  func encoded() -> [UInt8] {
    var writer = JSONWriter(capacity: 2048)
    writer.object { writer in
      writer.member("access_token", accessToken)
      writer.member("expires_in", expiresIn)
      writer.member("token_type", tokenType)
      writer.member("refresh_token", refreshToken)
      writer.member("id_token", idToken)
      writer.member("user_id", userID)
      writer.member("project_id", projectID)
    }
    return writer.bytes
  }
}
