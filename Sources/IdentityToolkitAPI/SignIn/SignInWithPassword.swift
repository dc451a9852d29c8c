import Accounts
import BramleyCrypto

/// `accounts:signInWithPassword` (wire §4.2).
enum SignInWithPassword {
  struct Request: WireRequest {
    var email: String?
    var password: String?

    init(_ fields: WireFields) throws {
      email = try fields.text("email")
      password = try fields.text("password")
    }
  }

  struct Response: WireResponse {
    let kind = "identitytoolkit#VerifyPasswordResponse"
    let registered = true
    let localId: String
    let email: String?
    let displayName: String?
    let idToken: String
    let refreshToken: String
    let expiresIn: String

    init(_ signedIn: SignedIn) {
      localId = signedIn.account.id.text
      email = signedIn.account.email
      displayName = signedIn.account.displayName
      let tokens = TokenMembers(signedIn.tokens)
      idToken = tokens.idToken
      refreshToken = tokens.refreshToken
      expiresIn = tokens.expiresIn
    }
  }

  static let operation = Operation(
    "accounts.signInWithPassword", "Signs in with address and password.",
    [.v1("accounts:signInWithPassword"), .v3("verifyPassword")], .key(administrator: .impersonate)
  ) { (request: Request, context) in
    guard context.accounts.policy.allowsPasswords else { throw WireError.refused("PASSWORD_LOGIN_DISABLED") }
    guard let email = request.email else { throw WireError.refused("MISSING_EMAIL") }
    guard let password = request.password, !password.isEmpty else {
      throw WireError.refused("MISSING_PASSWORD")
    }
    return Response(
      try await context.accounts.signIn(
        email: email, password: Secret(utf8: password), client: context.client))
  }
}
