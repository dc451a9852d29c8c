/// A request to exchange a weak saved password for a strong one.
public class ASAccountAuthenticationModificationUpgradePasswordToStrongPasswordRequest:
  ASAccountAuthenticationModificationRequest
{
  /// The account's name.
  public let user: String
  /// The service that the password is for.
  public let serviceIdentifier: ASCredentialServiceIdentifier
  /// Values for the extension.
  public let userInfo: [AnyHashable: Any]?

  /// A request for one saved password.
  public init(
    user: String, serviceIdentifier: ASCredentialServiceIdentifier, userInfo: [AnyHashable: Any]? = nil
  ) {
    self.user = user
    self.serviceIdentifier = serviceIdentifier
    self.userInfo = userInfo
    super.init()
  }
}
