public import Foundation

/// A request for a new passkey.
public class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest,
  @unchecked Sendable
{
  /// The relying party's domain.
  public let relyingPartyIdentifier: String
  /// What the new credential signs.
  public var challenge: Data
  /// The identifier that the relying party gives the person.
  public var userID = Data()
  /// The account's name.
  public var name = ""
  /// The name to show; nil shows the account's.
  public var displayName: String?
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
    let copy = ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
      provider: provider, relyingParty: relyingPartyIdentifier, challenge: challenge)
    copy.userID = userID
    copy.name = name
    copy.displayName = displayName
    copy.userVerificationPreference = userVerificationPreference
    return copy
  }
}
