public import Foundation

/// A new account: its passkey, and what the person gave.
public class ASAuthorizationAccountCreationPlatformPublicKeyCredential: NSObject, ASAuthorizationCredential,
  @unchecked Sendable
{
  /// How the person is reached.
  public let contactIdentifier: ASContactIdentifier
  /// The passkey.
  public let credentialRegistration: ASAuthorizationPlatformPublicKeyCredentialRegistration
  /// The name, if it was asked for.
  public let name: PersonNameComponents?

  package init(
    contactIdentifier: ASContactIdentifier,
    credentialRegistration: ASAuthorizationPlatformPublicKeyCredentialRegistration,
    name: PersonNameComponents?
  ) {
    self.contactIdentifier = contactIdentifier
    self.credentialRegistration = credentialRegistration
    self.name = name
    super.init()
  }

  /// Refuses: the stand-in keeps credentials in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Says that the class takes part in secure coding.
  public class var supportsSecureCoding: Bool { true }

  /// Writes nothing: the stand-in keeps credentials in memory only.
  public func encode(with coder: NSCoder) {}

  /// Hands back the same object, which cannot change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
