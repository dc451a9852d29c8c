import Accounts
import BramleyHTTP
import BramleyCrypto

/// `accounts:sendOobCode`: mail links, or for administrators the links themselves (wire §4.10).
enum SendOutOfBandCode {
  /// In the order of the wire's indices.
  enum Kind: String, WireChoice {
    case unspecified = "OOB_REQ_TYPE_UNSPECIFIED"
    case passwordReset = "PASSWORD_RESET"
    case oldEmailAgree = "OLD_EMAIL_AGREE"
    case newEmailAccept = "NEW_EMAIL_ACCEPT"
    case verifyEmail = "VERIFY_EMAIL"
    case recoverEmail = "RECOVER_EMAIL"
    case emailSignIn = "EMAIL_SIGNIN"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"

    static let offered: [Kind] = [.passwordReset, .verifyEmail, .emailSignIn, .verifyAndChangeEmail]
  }

  struct Request: WireRequest {
    var kind: Kind?
    var email: String?
    var newEmail: String?
    var idToken: String?
    var continueURL: String?
    var returnsLink: Bool

    init(_ fields: WireFields) throws {
      kind = try fields.choice("requestType")
      email = try fields.text("email")
      newEmail = try fields.text("newEmail")
      idToken = try fields.text("idToken")
      continueURL = try fields.text("continueUrl")
      returnsLink = try fields.flag("returnOobLink") ?? false
    }
  }

  struct Response: WireResponse {
    let kind = "identitytoolkit#GetOobConfirmationCodeResponse"
    let email: String?
    var oobCode: String?
    var oobLink: String?
  }

  static let operation = Operation(
    "accounts.sendOobCode", "Sends a mail with a code, or gives an administrator the link.",
    [.v1("accounts:sendOobCode"), .v3("getOobConfirmationCode"), .project("/accounts:sendOobCode")],
    .key(administrator: .impersonate)
  ) { (request: Request, context) in
    guard let kind = request.kind, kind != .unspecified else { throw WireError.refused("MISSING_REQ_TYPE") }
    guard !request.returnsLink || context.access.isPrivileged else {
      throw WireError.refused("INSUFFICIENT_PERMISSION")
    }
    try ContinueAddress.check(request.continueURL, context)
    guard request.returnsLink else { return Response(email: try await send(kind, request, context)) }
    guard let issued = try await issue(kind, request, context) else {
      // Under enumeration protection an unknown address looks like a known one (R29).
      return Response(email: request.email)
    }
    try await context.accounts.noteHandedOut(issued, client: context.administration)
    context.api.log(
      "an administrator was given a link of \(issued.content.purpose.rawValue) \(context.request.id)")
    return Response(
      email: issued.content.email, oobCode: issued.code.revealText(),
      oobLink: try ActionLink(context, continueURL: request.continueURL).text(issued))
  }

  /// Mails the code; answers the account's address.
  private static func send(_ kind: Kind, _ request: Request, _ context: WireContext) async throws -> String? {
    let accounts = context.accounts
    let posting = try context.posting(continueURL: request.continueURL)
    switch kind {
    case .emailSignIn:
      try await accounts.mailSignInLink(to: request.email, posting)
      return request.email?.lowercased()
    case .passwordReset:
      try await accounts.mailPasswordReset(to: request.email, posting)
      return request.email?.lowercased()
    case .verifyEmail:
      guard let token = request.idToken, !token.isEmpty else { throw WireError.refused("INVALID_ID_TOKEN") }
      return try await accounts.mailVerification(idToken: token, posting)
    case .verifyAndChangeEmail:
      guard request.newEmail?.isEmpty == false else { throw WireError.refused("MISSING_NEW_EMAIL") }
      guard let token = request.idToken, !token.isEmpty else { throw WireError.refused("MISSING_ID_TOKEN") }
      return try await accounts.mailChange(idToken: token, newEmail: request.newEmail, posting)
    default: throw notOffered(kind)
    }
  }

  /// Makes the code for an administrator, who gets the link.
  private static func issue(_ kind: Kind, _ request: Request, _ context: WireContext) async throws
    -> IssuedCode?
  {
    let accounts = context.accounts
    switch kind {
    case .emailSignIn: return try await accounts.emailSignInCode(for: request.email)
    case .passwordReset: return try await accounts.passwordResetCode(for: request.email)
    case .verifyEmail:
      guard let token = request.idToken else {
        return try await accounts.verificationCode(for: request.email)
      }
      guard !token.isEmpty else { throw WireError.refused("INVALID_ID_TOKEN") }
      return try await accounts.verificationCode(idToken: token)
    case .verifyAndChangeEmail:
      guard request.newEmail?.isEmpty == false else { throw WireError.refused("MISSING_NEW_EMAIL") }
      guard let token = request.idToken else {
        return try await accounts.changeCode(for: request.email, newEmail: request.newEmail)
      }
      guard !token.isEmpty else { throw WireError.refused("MISSING_ID_TOKEN") }
      return try await accounts.changeCode(idToken: token, newEmail: request.newEmail)
    default: throw notOffered(kind)
    }
  }

  private static func notOffered(_ kind: Kind) -> WireError {
    .notImplemented("\(kind.rawValue) is not offered by this service.")
  }
}
