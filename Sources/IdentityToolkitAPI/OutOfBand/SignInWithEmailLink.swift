import Accounts

/// `accounts:signInWithEmailLink` (wire §4.12, R26c).
enum SignInWithEmailLink {
  struct Request: WireRequest {
    var email: String?
    var code: String?
    var idToken: String?

    init(_ fields: WireFields) throws {
      email = try fields.text("email")
      code = try fields.text("oobCode")
      idToken = try fields.text("idToken")
    }
  }

  struct Response: WireResponse {
    let kind = "identitytoolkit#EmailLinkSigninResponse"
    let email: String?
    let localId: String
    let isNewUser: Bool
    let idToken: String
    let refreshToken: String
    let expiresIn: String

    init(_ signedIn: SignedIn) {
      email = signedIn.account.email
      localId = signedIn.account.id.text
      isNewUser = signedIn.isNewAccount
      let tokens = TokenMembers(signedIn.tokens)
      idToken = tokens.idToken
      refreshToken = tokens.refreshToken
      expiresIn = tokens.expiresIn
    }
  }

  static let operation = Operation(
    "accounts.signInWithEmailLink", "Signs in with the code of a mail link, or links its address.",
    [.v1("accounts:signInWithEmailLink"), .v3("emailLinkSignin")], .key(administrator: .impersonate)
  ) { (request: Request, context) in
    guard let email = request.email, !email.isEmpty else { throw WireError.refused("MISSING_EMAIL") }
    guard let code = request.code, !code.isEmpty else { throw WireError.refused("MISSING_OOB_CODE") }
    return Response(
      try await context.accounts.signIn(
        emailLink: code, email: email, linkTo: request.idToken,
        posting: request.idToken == nil ? nil : try context.posting(), client: context.client))
  }
}
