public import AuthenticationServices
public import Foundation

/// What a device asks of Apple.
public protocol SimulatedAppleService: Sendable {
  /// Authorizes an app for the person.
  func authorize(_ request: NativeAuthorizationRequest) async throws -> NativeAuthorization
  /// Tells how the authorization of an app stands.
  func credentialState(
    clientID: String, user: String
  ) async throws -> ASAuthorizationAppleIDProvider.CredentialState
  /// Whether the person has authorized the app.
  func hasGrant(clientID: String, email: String) async throws -> Bool
  /// Ends the person's authorization, so that the next one counts as the first again.
  func stopUsing(clientID: String, email: String) async throws
  /// Moves an app to another developer team.
  func transfer(clientID: String, toTeam: String) async throws
}

/// What a device sends when the person continues.
public struct NativeAuthorizationRequest: Sendable {
  /// The app's identifier, which becomes the audience.
  public var clientID: String
  /// The account.
  public var account: DeviceAccount
  /// Whether the name is asked for.
  public var asksForName: Bool
  /// Whether the address is asked for.
  public var asksForEmail: Bool
  /// Becomes the `nonce` claim.
  public var nonce: String?
  /// Comes back unchanged.
  public var state: String?
  /// Whether the person hides the address.
  public var hidesEmail: Bool
  /// The name as the person left it on the sheet.
  public var name: PersonNameComponents

  /// A request that asks for name and address and shares both.
  public init(clientID: String, account: DeviceAccount, nonce: String? = nil, state: String? = nil) {
    self.clientID = clientID
    self.account = account
    self.nonce = nonce
    self.state = state
    name = account.name
    asksForName = true
    asksForEmail = true
    hidesEmail = false
  }
}

/// What Apple answers.
public struct NativeAuthorization: Sendable {
  /// The person's identifier within the team.
  public var user: String
  /// The identity token.
  public var identityToken: String
  /// The code.
  public var authorizationCode: String
  /// The request's state.
  public var state: String?
  /// The address, the first time.
  public var email: String?
  /// The name, the first time.
  public var name: PersonNameComponents?
  /// What the person allowed, the first time and later.
  public var allowsName: Bool
  /// What the person allowed, the first time and later.
  public var allowsEmail: Bool
}
