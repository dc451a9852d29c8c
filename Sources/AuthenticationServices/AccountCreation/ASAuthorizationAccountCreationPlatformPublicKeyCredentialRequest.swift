public import Foundation

/// A request for a new account with a passkey.
public class ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest: ASAuthorizationRequest,
  @unchecked Sendable
{
  /// The ways to reach the person that the app takes.
  public let acceptedContactIdentifiers: [ASContactIdentifierRequest]
  /// Whether the name is asked for.
  public let shouldRequestName: Bool
  /// The relying party's domain.
  public let relyingPartyIdentifier: String
  /// What the new passkey signs.
  public let challenge: Data
  /// The identifier that the relying party gives the person.
  public let userID: Data

  init(
    provider: any ASAuthorizationProvider, acceptedContactIdentifiers: [ASContactIdentifierRequest],
    shouldRequestName: Bool, relyingPartyIdentifier: String, challenge: Data, userID: Data
  ) {
    self.acceptedContactIdentifiers = acceptedContactIdentifiers
    self.shouldRequestName = shouldRequestName
    self.relyingPartyIdentifier = relyingPartyIdentifier
    self.challenge = challenge
    self.userID = userID
    super.init(provider: provider)
  }

  /// Refuses: the stand-in keeps requests in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Hands back the same object, which cannot change.
  override public func copy(with zone: NSZone? = nil) -> Any { self }
}
