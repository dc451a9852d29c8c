public import Foundation

/// A request for a saved password.
public class ASAuthorizationPasswordRequest: ASAuthorizationRequest, @unchecked Sendable {
  override package init(provider: any ASAuthorizationProvider) { super.init(provider: provider) }

  /// Refuses: the stand-in keeps requests in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Makes a request of the same kind.
  override public func copy(with zone: NSZone? = nil) -> Any {
    ASAuthorizationPasswordRequest(provider: provider)
  }
}
