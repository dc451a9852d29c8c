import Accounts
import BramleyHTTP

/// The project's configuration as the Admin SDKs read it (wire §4.14).
///
/// It is what the operator's file says, so writing it over HTTP is refused with a hint instead of being
/// accepted and forgotten.
enum ConfigurationOperations {
  struct Response: WireResponse {
    let signIn: SignIn
    let emailPrivacyConfig: Privacy
    let authorizedDomains: [String]

    struct SignIn: Encodable, Sendable {
      let allowDuplicateEmails: Bool
      let email: Email
      let anonymous: Anonymous
    }

    struct Email: Encodable, Sendable {
      let enabled: Bool
      let passwordRequired = false
    }

    struct Anonymous: Encodable, Sendable { let enabled: Bool }
    struct Privacy: Encodable, Sendable { let enableImprovedEmailPrivacy: Bool }

    init(_ context: WireContext) {
      let policy = context.accounts.policy
      signIn = SignIn(
        allowDuplicateEmails: !policy.onePerEmail, email: Email(enabled: policy.allowsPasswords),
        anonymous: Anonymous(enabled: policy.allowsAnonymous))
      emailPrivacyConfig = Privacy(enableImprovedEmailPrivacy: policy.protectsEnumeration)
      authorizedDomains = context.api.settings.authorizedDomains
    }
  }

  static let read = Operation(
    "projects.getConfig", "Reads the project's configuration.", method: .get,
    [.project("/config", version: "v2")], .administrator(.configurationRead)
  ) { (context: WireContext) in Response(context) }

  static let write = Operation(
    "projects.updateConfig", "Refused: the operator's file is the configuration.", method: .patch,
    [.project("/config", version: "v2")], .administrator(.configurationWrite)
  ) { (_: WireContext) -> EmptyResponse in
    throw WireError.notImplemented("The configuration is the operator's file; change it there.")
  }

  static let all = [read, write]
}
