import Accounts
import BramleyCrypto
import BramleyHTTP

/// The control API that tests of clients use, in `dev` only (wire §4.18, R2).
enum ControlOperations {
  private static let base = "/emulator/v1/projects/{project}"

  static let deleteAccounts = Operation(
    "emulator.accounts.delete", "Deletes every account.", method: .delete, [.own(base + "/accounts")], .open,
    isDevelopmentOnly: true
  ) { (context: WireContext) -> EmptyResponse in
    try await context.accounts.deleteAll()
    return EmptyResponse()
  }

  struct CodesResponse: WireResponse {
    let oobCodes: [Code]

    struct Code: Encodable, Sendable {
      let email: String
      let newEmail: String?
      let requestType: String
      let oobCode: String
      let oobLink: String
    }
  }

  static let codes = Operation(
    "emulator.oobCodes.list", "Lists the codes of mail links that are still good.", method: .get,
    [.own(base + "/oobCodes")], .open, isDevelopmentOnly: true
  ) { (context: WireContext) in
    var codes: [CodesResponse.Code] = []
    for message in context.api.mailbox?.entries.map(\.message) ?? [] {
      guard let code = message.code, let link = message.link,
        let content = try await context.accounts.peek(outOfBandCode: code)
      else { continue }
      codes.append(
        .init(
          email: content.email, newEmail: content.newEmail, requestType: content.purpose.rawValue,
          oobCode: code,
          oobLink: link))
    }
    return CodesResponse(oobCodes: codes)
  }

  struct VerificationsResponse: WireResponse {
    let verificationCodes: [Code]

    struct Code: Encodable, Sendable {
      let phoneNumber: String
      let sessionInfo: String
      let code: String
    }
  }

  static let verifications = Operation(
    "emulator.verificationCodes.list", "Lists the codes of text messages that are still good.", method: .get,
    [.own(base + "/verificationCodes")], .open, isDevelopmentOnly: true
  ) { (context: WireContext) in
    var codes: [VerificationsResponse.Code] = []
    for message in context.api.mailbox?.entries.map(\.message) ?? [] {
      guard let session = message.sessionInfo, let code = message.code,
        try await context.accounts.isWaiting(phoneSession: session)
      else { continue }
      codes.append(.init(phoneNumber: message.recipient, sessionInfo: session, code: code))
    }
    return VerificationsResponse(verificationCodes: codes)
  }

  static let all = [deleteAccounts, codes, verifications] + ControlConfiguration.all
}
