import Accounts
import BramleyHTTP

/// The project's configuration as the Admin SDKs read it (wire §4.14).
///
/// It is what the operator's file says; writing it over HTTP is not offered.
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
        allowDuplicateEmails: !context.accounts.onePerEmail, email: Email(enabled: policy.allowsPasswords),
        anonymous: Anonymous(enabled: policy.allowsAnonymous))
      emailPrivacyConfig = Privacy(enableImprovedEmailPrivacy: context.accounts.protectsEnumeration)
      authorizedDomains = context.api.settings.authorizedDomains
    }
  }

  static let read = Operation(
    "projects.getConfig", "Reads the project's configuration.", method: .get,
    [.project("/config", version: "v2")], .administrator(.configurationRead)
  ) { (context: WireContext) in Response(context) }

  static let all = [read]
}
