public import Foundation

/// A request for a sign-in with the person's Apple Account.
public class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest, @unchecked Sendable {
  /// An identifier that an earlier credential carried, as a hint.
  public var user: String?

  override package init(provider: any ASAuthorizationProvider) { super.init(provider: provider) }

  /// Refuses: the stand-in keeps requests in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Makes a request of the same kind with the same values.
  override public func copy(with zone: NSZone? = nil) -> Any {
    let copy = ASAuthorizationAppleIDRequest(provider: provider)
    copyValues(to: copy)
    copy.user = user
    return copy
  }
}
