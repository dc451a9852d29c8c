public import Foundation

/// A new security key.
public class ASAuthorizationSecurityKeyPublicKeyCredentialRegistration: NSObject,
  ASAuthorizationPublicKeyCredentialRegistration, @unchecked Sendable
{
  /// What the relying party's page would have signed, as JSON in UTF-8.
  public let rawClientDataJSON: Data
  /// The credential's identifier.
  public let credentialID: Data
  /// The attestation, in CBOR; nil where none was asked for.
  public let rawAttestationObject: Data?

  package init(rawClientDataJSON: Data, credentialID: Data, rawAttestationObject: Data?) {
    self.rawClientDataJSON = rawClientDataJSON
    self.credentialID = credentialID
    self.rawAttestationObject = rawAttestationObject
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
