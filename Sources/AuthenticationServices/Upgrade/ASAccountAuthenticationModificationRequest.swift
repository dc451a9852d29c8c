public import Foundation

/// A request to change how an account signs in.
public class ASAccountAuthenticationModificationRequest: NSObject {}

/// A request to turn a saved password into a sign-in with Apple.
public class ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest:
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
