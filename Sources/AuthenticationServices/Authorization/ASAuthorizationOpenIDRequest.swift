public import Foundation

/// A request in the manner of OpenID Connect.
public class ASAuthorizationOpenIDRequest: ASAuthorizationRequest, @unchecked Sendable {
  /// The personal information that is asked for.
  public var requestedScopes: [ASAuthorization.Scope]?
  /// A text that comes back unchanged in the credential.
  public var state: String?
  /// A text that becomes the `nonce` claim of the identity token, unchanged.
  public var nonce: String?
  /// What is wanted.
  public var requestedOperation = ASAuthorization.OpenIDOperation.operationImplicit

  override package init(provider: any ASAuthorizationProvider) { super.init(provider: provider) }

  /// Refuses: the stand-in keeps requests in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Makes a request of the same kind with the same values.
  override public func copy(with zone: NSZone? = nil) -> Any {
    let copy = ASAuthorizationOpenIDRequest(provider: provider)
    copyValues(to: copy)
    return copy
  }

  func copyValues(to copy: ASAuthorizationOpenIDRequest) {
    copy.requestedScopes = requestedScopes
    copy.state = state
    copy.nonce = nonce
    copy.requestedOperation = requestedOperation
  }
}
