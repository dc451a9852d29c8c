import Accounts
import BramleyHTTP

/// The part of the configuration that the control API shows (wire §4.18).
enum ControlConfiguration {
  struct Response: WireResponse {
    let signIn: SignIn
    let emailPrivacyConfig: Privacy

    struct SignIn: Encodable, Sendable { let allowDuplicateEmails: Bool }
    struct Privacy: Encodable, Sendable { let enableImprovedEmailPrivacy: Bool }

    init(_ policy: AccountsPolicy) {
      signIn = SignIn(allowDuplicateEmails: !policy.onePerEmail)
      emailPrivacyConfig = Privacy(enableImprovedEmailPrivacy: policy.protectsEnumeration)
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
  ) { (context: WireContext) in Response(context.accounts.policy) }

  static let write = Operation(
    "emulator.config.update", "Takes the values that the service was started with; refuses others.",
    method: .patch, [path], .open, isDevelopmentOnly: true
  ) { (request: Request, context) in
    let policy = context.accounts.policy
    // Two services of one store would disagree if this moved at run time.
    if let wanted = request.signIn?.allowsDuplicateEmails, wanted == policy.onePerEmail {
      throw WireError.notImplemented("Set accounts.onePerEmail and start again.")
    }
    if let wanted = request.privacy?.isImproved, wanted != policy.protectsEnumeration {
      throw WireError.notImplemented("Set accounts.enumerationProtection and start again.")
    }
    return Response(policy)
  }

  static let all = [read, write]
}
