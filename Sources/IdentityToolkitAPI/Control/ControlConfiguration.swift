import Accounts
import BramleyHTTP

/// The part of the configuration that the control API shows (wire §4.18).
enum ControlConfiguration {
  struct Response: WireResponse {
    let signIn: SignIn
    let emailPrivacyConfig: Privacy

    struct SignIn: Encodable, Sendable { let allowDuplicateEmails: Bool }
    struct Privacy: Encodable, Sendable { let enableImprovedEmailPrivacy: Bool }

    init(_ accounts: Accounts) {
      signIn = SignIn(allowDuplicateEmails: !accounts.onePerEmail)
      emailPrivacyConfig = Privacy(enableImprovedEmailPrivacy: accounts.protectsEnumeration)
    }
  }

  struct Request: WireRequest {
    var signIn: SignIn?
    var privacy: Privacy?

    struct SignIn: WireObject {
      var allowsDuplicateEmails: Bool?
      init(_ fields: WireFields) throws { allowsDuplicateEmails = try fields.flag("allowDuplicateEmails") }
    }

    struct Privacy: WireObject {
      var isImproved: Bool?
      init(_ fields: WireFields) throws { isImproved = try fields.flag("enableImprovedEmailPrivacy") }
    }

    init(_ fields: WireFields) throws {
      signIn = try fields.object("signIn")
      privacy = try fields.object("emailPrivacyConfig")
    }
  }

  private static let path = WirePath.own("/emulator/v1/projects/{project}/config")

  static let read = Operation(
    "emulator.config.get", "Reads what tests may depend on.", method: .get, [path], .open,
    isDevelopmentOnly: true
  ) { (context: WireContext) in Response(context.accounts) }

  static let write = Operation(
    "emulator.config.update", "Changes what is given, until the service ends.",
    method: .patch, [path], .open, isDevelopmentOnly: true
  ) { (request: Request, context) in
    try context.accounts.adjust(
      onePerEmail: request.signIn?.allowsDuplicateEmails.map { !$0 },
      protectsEnumeration: request.privacy?.isImproved)
    return Response(context.accounts)
  }

  static let all = [read, write]
}
