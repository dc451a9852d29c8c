public import Foundation

/// Makes requests for a new account with a passkey.
public class ASAuthorizationAccountCreationProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
  /// A provider.
  override public init() { super.init() }

  /// Makes a request.
  public func createPlatformPublicKeyCredentialRegistrationRequest(
    acceptedContactIdentifiers: [ASContactIdentifierRequest], shouldRequestName: Bool,
    relyingPartyIdentifier: String, challenge: Data, userID: Data
  ) -> ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest {
    ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest(
      provider: self, acceptedContactIdentifiers: acceptedContactIdentifiers,
      shouldRequestName: shouldRequestName, relyingPartyIdentifier: relyingPartyIdentifier,
      challenge: challenge, userID: userID)
  }
}
