public import AuthenticationServices
public import Foundation

/// The Apple Account that is signed in on a device.
public struct DeviceAccount: Sendable, Equatable {
  /// The address of the account.
  public var email: String
  /// The name as the account keeps it.
  public var name: PersonNameComponents
  /// Whether two-factor authentication is on; Sign in with Apple needs it.
  public var hasTwoFactor = true
  /// What the device says about the person.
  public var realUserStatus = ASUserDetectionStatus.likelyReal
  /// What the device says about the person's age.
  public var ageRange = ASUserAgeRange.unknown

  /// An account with an address and a name.
  public init(email: String, givenName: String? = nil, familyName: String? = nil) {
    self.email = email
    name = PersonNameComponents()
    name.givenName = givenName
    name.familyName = familyName
  }
}
