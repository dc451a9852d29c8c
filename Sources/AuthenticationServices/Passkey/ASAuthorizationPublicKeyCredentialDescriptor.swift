public import Foundation

/// Names a credential that a request allows or excludes.
public protocol ASAuthorizationPublicKeyCredentialDescriptor: NSCopying, NSSecureCoding, NSObjectProtocol {
  /// The credential's identifier.
  var credentialID: Data { get set }
}

/// Names a passkey.
public class ASAuthorizationPlatformPublicKeyCredentialDescriptor: NSObject,
  ASAuthorizationPublicKeyCredentialDescriptor
{
  /// The credential's identifier.
  public var credentialID: Data

  /// Names a passkey.
  public init(credentialID: Data) {
    self.credentialID = credentialID
    super.init()
  }

  /// Refuses: the stand-in keeps descriptors in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Says that the class takes part in secure coding.
  public class var supportsSecureCoding: Bool { true }

  /// Writes nothing: the stand-in keeps descriptors in memory only.
  public func encode(with coder: NSCoder) {}

  /// Makes a descriptor of the same passkey.
  public func copy(with zone: NSZone? = nil) -> Any {
    ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: credentialID)
  }
}
