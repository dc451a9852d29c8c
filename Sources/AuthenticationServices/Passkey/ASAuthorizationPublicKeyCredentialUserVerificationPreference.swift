/// Whether the person has to prove to be there in person.
public struct ASAuthorizationPublicKeyCredentialUserVerificationPreference: RawRepresentable, Hashable,
  Sendable
{
  /// The text of the preference.
  public let rawValue: String
  /// Makes a preference from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes a preference from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Where the device can.
  public static let preferred = Self("preferred")
  /// Always.
  public static let required = Self("required")
  /// Better not.
  public static let discouraged = Self("discouraged")
}
