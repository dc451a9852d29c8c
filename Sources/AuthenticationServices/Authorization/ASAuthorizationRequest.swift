public import Foundation

/// A request of any kind; a provider makes it.
public class ASAuthorizationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The provider that made the request.
  public let provider: any ASAuthorizationProvider

  package init(provider: any ASAuthorizationProvider) {
    self.provider = provider
    super.init()
  }

  /// Refuses: the stand-in keeps requests in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Says that the class takes part in secure coding.
  public class var supportsSecureCoding: Bool { true }

  /// Writes nothing: the stand-in keeps requests in memory only.
  public func encode(with coder: NSCoder) {}

  /// Makes a request of the same kind with the same values.
  public func copy(with zone: NSZone? = nil) -> Any { ASAuthorizationRequest(provider: provider) }
}
