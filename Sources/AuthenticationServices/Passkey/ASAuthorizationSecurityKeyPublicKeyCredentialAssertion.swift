public import Foundation

/// The use of an existing security key.
public class ASAuthorizationSecurityKeyPublicKeyCredentialAssertion: NSObject,
  ASAuthorizationPublicKeyCredentialAssertion, @unchecked Sendable
{
  /// What the relying party's page would have signed, as JSON in UTF-8.
  public let rawClientDataJSON: Data
  /// The credential's identifier.
  public let credentialID: Data
  /// What the authenticator adds.
  public let rawAuthenticatorData: Data
  /// The identifier that the relying party gave the person.
  public let userID: Data
  /// The signature over the client's and the authenticator's part.
  public let signature: Data

  package init(
    rawClientDataJSON: Data, credentialID: Data, rawAuthenticatorData: Data, userID: Data, signature: Data
  ) {
    self.rawClientDataJSON = rawClientDataJSON
    self.credentialID = credentialID
    self.rawAuthenticatorData = rawAuthenticatorData
    self.userID = userID
    self.signature = signature
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
