public import Foundation

/// What an identity provider yields.
public class ASAuthorizationSingleSignOnCredential: NSObject, ASAuthorizationCredential, @unchecked Sendable {
  /// The request's state, unchanged.
  public let state: String?
  /// A token for the identity provider's services.
  public let accessToken: Data?
  /// A JSON Web Token in UTF-8.
  public let identityToken: Data?
  /// What was allowed.
  public let authorizedScopes: [ASAuthorization.Scope]

  package init(
    state: String?, accessToken: Data?, identityToken: Data?, authorizedScopes: [ASAuthorization.Scope]
  ) {
    self.state = state
    self.accessToken = accessToken
    self.identityToken = identityToken
    self.authorizedScopes = authorizedScopes
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
