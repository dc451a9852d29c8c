/// What requests yield that run through SwiftUI's environment.
///
/// On Apple's systems it is there where a file imports SwiftUI beside this module.
public enum ASAuthorizationResult: Sendable {
  /// A saved name and password.
  case password(ASPasswordCredential)
  /// A sign-in with the person's Apple Account.
  case appleID(ASAuthorizationAppleIDCredential)
  /// The use of a passkey.
  case passkeyAssertion(ASAuthorizationPlatformPublicKeyCredentialAssertion)
  /// A new passkey; not on watchOS.
  case passkeyRegistration(ASAuthorizationPlatformPublicKeyCredentialRegistration)
  /// The use of a security key; not on watchOS and tvOS.
  case securityKeyAssertion(ASAuthorizationSecurityKeyPublicKeyCredentialAssertion)
  /// A new credential on a security key; not on watchOS and tvOS.
  case securityKeyRegistration(ASAuthorizationSecurityKeyPublicKeyCredentialRegistration)
  /// One of the app's own ways in; tvOS only.
  case customMethod(ASAuthorizationCustomMethod)
  /// A new account with a passkey.
  case passkeyAccountCreation(ASAuthorizationAccountCreationPlatformPublicKeyCredential)

  /// The result that a credential of the framework stands for; nil for one that has none.
  init?(_ credential: any ASAuthorizationCredential) {
    switch credential {
    case let credential as ASPasswordCredential: self = .password(credential)
    case let credential as ASAuthorizationAppleIDCredential: self = .appleID(credential)
    case let credential as ASAuthorizationPlatformPublicKeyCredentialAssertion:
      self = .passkeyAssertion(credential)
    case let credential as ASAuthorizationPlatformPublicKeyCredentialRegistration:
      self = .passkeyRegistration(credential)
    case let credential as ASAuthorizationSecurityKeyPublicKeyCredentialAssertion:
      self = .securityKeyAssertion(credential)
    case let credential as ASAuthorizationSecurityKeyPublicKeyCredentialRegistration:
      self = .securityKeyRegistration(credential)
    case let credential as ASAuthorizationAccountCreationPlatformPublicKeyCredential:
      self = .passkeyAccountCreation(credential)
    default: return nil
    }
  }
}
