import Accounts

/// `accounts:signInWithCustomToken` (wire §4.4, R5).
enum SignInWithCustomToken {
  struct Request: WireRequest {
    var token: String?
    init(_ fields: WireFields) throws { token = try fields.text("token") }
  }

  /// There is no `localId` in it: SDKs look the account up.
  struct Response: WireResponse {
    let kind = "identitytoolkit#VerifyCustomTokenResponse"
    let isNewUser: Bool
    let idToken: String
    let refreshToken: String
    let expiresIn: String

    init(_ signedIn: SignedIn) {
      isNewUser = signedIn.isNewAccount
      let tokens = TokenMembers(signedIn.tokens)
      idToken = tokens.idToken
      refreshToken = tokens.refreshToken
      expiresIn = tokens.expiresIn
    }
  }

  static let operation = Operation(
    "accounts.signInWithCustomToken", "Signs in with a token that the operator's own back end minted.",
    [.v1("accounts:signInWithCustomToken"), .v3("verifyCustomToken")], .key(administrator: .impersonate)
  ) { (request: Request, context) in
    guard let token = request.token, !token.isEmpty else { throw WireError.refused("MISSING_CUSTOM_TOKEN") }
    return Response(try await context.accounts.signIn(customToken: token, client: context.client))
  }
}
