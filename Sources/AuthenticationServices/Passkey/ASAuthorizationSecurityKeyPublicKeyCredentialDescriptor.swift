public import Foundation

/// Names a credential on a security key, and how the key is reached.
public class ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor: NSObject,
  ASAuthorizationPublicKeyCredentialDescriptor
{
  /// A way to reach a key.
  public struct Transport: RawRepresentable, Hashable, Sendable {
    /// The name of the way.
    public let rawValue: String
    /// Makes a way from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a way from its name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// A cable.
    public static let usb = Self("usb")
    /// Holding it near.
    public static let nfc = Self("nfc")
    /// Radio.
    public static let bluetooth = Self("ble")
    /// Every way that the device has.
    public static var allSupported: [Self] { [.usb, .nfc, .bluetooth] }
  }

  /// The credential's identifier.
  public var credentialID: Data
  /// The ways to reach the key.
  public var transports: [Transport]

  /// Names a credential.
  public init(credentialID: Data, transports: [Transport]) {
    self.credentialID = credentialID
    self.transports = transports
    super.init()
  }

  /// Refuses: the stand-in keeps descriptors in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Says that the class takes part in secure coding.
  public class var supportsSecureCoding: Bool { true }

  /// Writes nothing: the stand-in keeps descriptors in memory only.
  public func encode(with coder: NSCoder) {}

  /// Makes another descriptor with the same values.
  public func copy(with zone: NSZone? = nil) -> Any {
    ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(
      credentialID: credentialID, transports: transports)
  }
}
