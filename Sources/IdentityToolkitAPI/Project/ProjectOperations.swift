import Accounts
import BramleyHTTP

/// What clients ask of the project before anybody signs in (wire §4.15).
enum ProjectOperations {
  struct ProjectResponse: WireResponse {
    /// The wire's name for the project's number.
    let projectId: String
    let authorizedDomains: [String]
    let allowPasswordUser: Bool
    let enableAnonymousUser: Bool
  }

  static let project = Operation(
    "projects.get", "Tells clients which domains may sign people in, and how.", method: .get,
    [.v1("projects"), .v3("getProjectConfig")], .key(administrator: .configurationRead)
  ) { (context: WireContext) in
    let policy = context.accounts.policy
    return ProjectResponse(
      projectId: context.api.settings.projectNumber, authorizedDomains: context.api.settings.authorizedDomains,
      allowPasswordUser: policy.allowsPasswords, enableAnonymousUser: policy.allowsAnonymous)
  }

  struct ParametersResponse: WireResponse {
    let kind = "identitytoolkit#GetRecaptchaParamResponse"
    let recaptchaSiteKey = "unused"
    let recaptchaStoken = "unused"
  }

  static let recaptchaParameters = Operation(
    "recaptchaParams.get", "Answers SDKs that ask for a captcha; there is none.", method: .get,
    [.v1("recaptchaParams"), .v3("getRecaptchaParam")], .key(administrator: .configurationRead)
  ) { (_: WireContext) in ParametersResponse() }

  struct CaptchaResponse: WireResponse {
    let recaptchaKey = ""
    let recaptchaEnforcementState = ["EMAIL_PASSWORD_PROVIDER", "PHONE_PROVIDER"].map {
      Enforcement(provider: $0)
    }

    struct Enforcement: Encodable, Sendable {
      let provider: String
      let enforcementState = "OFF"
    }
  }

  static let captcha = Operation(
    "recaptchaConfig.get", "Tells SDKs that no captcha is enforced.", method: .get,
    [.v2("recaptchaConfig")], .key(administrator: .configurationRead)
  ) { (_: WireContext) in CaptchaResponse() }

  struct PasswordPolicyResponse: WireResponse {
    let customStrengthOptions: Strength
    let allowedNonAlphanumericCharacters = "^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+- ".map { String($0) }
    let enforcementState = "ENFORCE"
    let forceUpgradeOnSignin = false
    let schemaVersion = 1

    struct Strength: Encodable, Sendable {
      let minPasswordLength: Int
      let maxPasswordLength = 4096
    }
  }

  static let passwordPolicy = Operation(
    "passwordPolicy.get", "Tells what a password must be like.", method: .get, [.v2("passwordPolicy")],
    .key(administrator: .configurationRead)
  ) { (context: WireContext) in
    PasswordPolicyResponse(
      customStrengthOptions: .init(minPasswordLength: context.accounts.policy.passwords.minimumLength))
  }

  static let all = [project, recaptchaParameters, captcha, passwordPolicy]
}
