import Accounts
import BramleyCrypto

/// `accounts:sendVerificationCode` (wire §4.13).
enum SendVerificationCode {
  struct Request: WireRequest {
    var phoneNumber: String?
    init(_ fields: WireFields) throws { phoneNumber = try fields.text("phoneNumber") }
  }

  struct Response: WireResponse { let sessionInfo: String }

  static let operation = Operation(
    "accounts.sendVerificationCode", "Sends a code by text message.",
    [.v1("accounts:sendVerificationCode"), .v3("sendVerificationCode")], .key(administrator: .impersonate)
  ) { (request: Request, context) in
    let number = request.phoneNumber ?? ""
    try Accounts.check(phone: number)
    try context.requireText()
    let challenge = try await context.accounts.beginPhoneVerification(
      number, client: context.client)
    return Response(sessionInfo: challenge.sessionInfo.revealText() ?? "")
  }
}
