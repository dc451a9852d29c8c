import Accounts
import BramleyCrypto

/// `accounts:resetPassword`: inspects a code, or sets a password by it (wire §4.11, R26).
enum ResetPassword {
  struct Request: WireRequest {
    var code: String?
    var newPassword: String?

    init(_ fields: WireFields) throws {
      code = try fields.text("oobCode")
      newPassword = try fields.text("newPassword")
    }
  }

  struct Response: WireResponse {
    let kind = "identitytoolkit#ResetPasswordResponse"
    let requestType: String
    let email: String?
    let newEmail: String?

    init(_ content: OutOfBandCode) {
      requestType = content.purpose.rawValue
      // Whoever holds a sign-in link must still know whose it is.
      email = content.purpose == .emailSignIn ? nil : content.email
      newEmail = content.newEmail
    }
  }

  static let operation = Operation(
    "accounts.resetPassword", "Tells what a code stands for, or sets a new password by it.",
    [.v1("accounts:resetPassword"), .v3("resetPassword")], .key(administrator: .impersonate)
  ) { (request: Request, context) in
    guard let code = request.code, !code.isEmpty else { throw WireError.refused("MISSING_OOB_CODE") }
    guard let password = request.newPassword, !password.isEmpty else {
      return Response(try await context.accounts.inspect(outOfBandCode: code))
    }
    let applied = try await context.accounts.resetPassword(
      outOfBandCode: code, to: Secret(utf8: password), client: context.client)
    return Response(applied.content)
  }
}
