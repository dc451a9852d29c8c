public import Foundation

/// Makes requests for security keys of one relying party.
public class ASAuthorizationSecurityKeyPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider,
  @unchecked Sendable
{
  /// The relying party's domain.
  public let relyingPartyIdentifier: String

  /// A provider for a relying party.
  public init(relyingPartyIdentifier: String) {
    self.relyingPartyIdentifier = relyingPartyIdentifier
    super.init()
  }

  /// Makes a request for a new security key.
  public func createCredentialRegistrationRequest(
    challenge: Data, displayName: String, name: String, userID: Data
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest {
    let request = ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest(
      provider: self, relyingParty: relyingPartyIdentifier, challenge: challenge)
    request.name = name
    request.displayName = displayName
    request.userID = userID
    return request
  }

  /// Makes a request to use an existing security key.
  public func createCredentialAssertionRequest(
    challenge: Data
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest {
    ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest(
      provider: self, relyingParty: relyingPartyIdentifier, challenge: challenge)
  }
}
