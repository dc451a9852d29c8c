import Accounts
import BramleyCrypto

/// The tokens of an answer; `expiresIn` is text, or the Apple SDK refreshes at once (wire §0, fact 5).
struct TokenMembers: Sendable {
  let idToken: String
  let refreshToken: String
  let expiresIn: String

  init(_ tokens: SessionTokens) {
    // Our tokens are ASCII; an empty text cannot come of one.
    idToken = tokens.idToken.revealText() ?? ""
    refreshToken = tokens.refreshToken.revealText() ?? ""
    expiresIn = String(tokens.lifetime.components.seconds)
  }
}
