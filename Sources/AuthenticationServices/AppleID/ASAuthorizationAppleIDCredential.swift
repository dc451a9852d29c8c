public import Foundation

/// What a sign-in with an Apple Account yields.
public class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
  /// The person's identifier, the same within one developer team.
  public let user: String
  /// The request's state, unchanged.
  public let state: String?
  /// What the person allowed; may be empty.
  public let authorizedScopes: [ASAuthorization.Scope]
  /// A code in UTF-8, good once and for five minutes.
  public let authorizationCode: Data?
  /// A JSON Web Token in UTF-8.
  public let identityToken: Data?
  /// The address; at the first authorization only.
  public let email: String?
  /// The name; at the first authorization only, later nil or without any part.
  public let fullName: PersonNameComponents?
  /// A hint whether a real person signs in.
  public let realUserStatus: ASUserDetectionStatus
  /// A hint whether a child signs in.
  public let userAgeRange: ASUserAgeRange

  package init(
    user: String, state: String?, authorizedScopes: [ASAuthorization.Scope], authorizationCode: Data?,
    identityToken: Data?, email: String?, fullName: PersonNameComponents?,
    realUserStatus: ASUserDetectionStatus, userAgeRange: ASUserAgeRange
  ) {
    self.user = user
    self.state = state
    self.authorizedScopes = authorizedScopes
    self.authorizationCode = authorizationCode
    self.identityToken = identityToken
    self.email = email
    self.fullName = fullName
    self.realUserStatus = realUserStatus
    self.userAgeRange = userAgeRange
    super.init()
  }

  /// Refuses: the stand-in keeps credentials in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Says that the class takes part in secure coding.
  public class var supportsSecureCoding: Bool { true }

  /// Writes nothing: the stand-in keeps credentials in memory only.
  public func encode(with coder: NSCoder) {}

  /// Hands back the same object, which cannot change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
