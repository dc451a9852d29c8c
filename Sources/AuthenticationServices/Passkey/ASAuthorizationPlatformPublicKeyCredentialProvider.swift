public import Foundation

/// Makes requests for passkeys of one relying party.
public class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider,
  @unchecked Sendable
{
  /// The relying party's domain.
  public let relyingPartyIdentifier: String

  /// A provider for a relying party.
  public init(relyingPartyIdentifier: String) {
    self.relyingPartyIdentifier = relyingPartyIdentifier
    super.init()
  }

  /// Makes a request for a new passkey.
  public func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
    let request = ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
      provider: self, relyingParty: relyingPartyIdentifier, challenge: challenge)
    request.name = name
    request.userID = userID
    return request
  }

  /// Makes a request to use an existing passkey.
  public func createCredentialAssertionRequest(
    challenge: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
    ASAuthorizationPlatformPublicKeyCredentialAssertionRequest(
      provider: self, relyingParty: relyingPartyIdentifier, challenge: challenge)
  }
}
