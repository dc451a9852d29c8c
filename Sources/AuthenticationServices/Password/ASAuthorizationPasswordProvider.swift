public import Foundation

/// Makes requests for a saved password.
public class ASAuthorizationPasswordProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
  /// A provider.
  override public init() { super.init() }

  /// Makes a request.
  public func createRequest() -> ASAuthorizationPasswordRequest {
    ASAuthorizationPasswordRequest(provider: self)
  }
}
