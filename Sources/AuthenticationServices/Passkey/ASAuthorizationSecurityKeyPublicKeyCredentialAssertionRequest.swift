public import Foundation

/// A request to use an existing security key.
public class ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest: ASAuthorizationRequest,
  @unchecked Sendable
{
  /// The relying party's domain.
  public let relyingPartyIdentifier: String
  /// What the credential signs.
  public var challenge: Data
  /// The credentials that may answer; empty allows any.
  public var allowedCredentials: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = []
  /// Whether the person has to prove to be there in person.
  public var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference
    .preferred

  init(provider: any ASAuthorizationProvider, relyingParty: String, challenge: Data) {
    relyingPartyIdentifier = relyingParty
    self.challenge = challenge
    super.init(provider: provider)
  }

  /// Refuses: the stand-in keeps requests in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Makes a request of the same kind with the same values.
  override public func copy(with zone: NSZone? = nil) -> Any {
    let copy = ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest(
      provider: provider, relyingParty: relyingPartyIdentifier, challenge: challenge)
    copy.allowedCredentials = allowedCredentials
    copy.userVerificationPreference = userVerificationPreference
    return copy
  }
}
