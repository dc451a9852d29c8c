import Accounts
import BramleyHTTP

/// The project's configuration as the Admin SDKs read it (wire §4.14).
///
/// It is what the operator's file says; only `dev` lets it be written over HTTP, and forgets it at its end.
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

  /// What may be changed, by the names that `updateMask` has for it.
  private enum Field: String, CaseIterable {
    case duplicates = "signIn.allowDuplicateEmails"
    case privacy = "emailPrivacyConfig.enableImprovedEmailPrivacy"

    /// Whether a mask names the field or what it is in.
    func isNamed(by mask: Substring) -> Bool { rawValue == mask || rawValue.hasPrefix(mask + ".") }
  }

  static let write = Operation(
    "projects.updateConfig", "Changes the fields that updateMask names, until the service ends.",
    method: .patch, [.project("/config", version: "v2")], .administrator(.configurationWrite),
    isDevelopmentOnly: true
  ) { (request: ControlConfiguration.Request, context) in
    let query = try context.query()
    var duplicates = request.signIn?.allowsDuplicateEmails
    var privacy = request.privacy?.isImproved
    if let text = query["updateMask"] ?? query["update_mask"], !text.isEmpty {
      let masks = text.split(separator: ",")
      for mask in masks where !Field.allCases.contains(where: { $0.isNamed(by: mask) }) {
        throw WireError.notImplemented("\(mask.prefix(64)) is read from the operator's file.")
      }
      // What is named and not given goes back to what it is without being set.
      duplicates = masks.contains(where: Field.duplicates.isNamed) ? duplicates ?? false : nil
      privacy = masks.contains(where: Field.privacy.isNamed) ? privacy ?? false : nil
    }
    try context.accounts.adjust(onePerEmail: duplicates.map { !$0 }, protectsEnumeration: privacy)
    return Response(context)
  }

  static let all = [read, write]
}
