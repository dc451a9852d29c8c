public import Foundation

/// Makes requests to an identity provider that an extension of the device serves.
public class ASAuthorizationSingleSignOnProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
  /// The identity provider's address.
  public let url: URL
  /// Whether an extension on the device serves it; the stand-in has none.
  public var canPerformAuthorization: Bool { false }

  /// A provider for an address.
  public init(identityProvider url: URL) {
    self.url = url
    super.init()
  }

  /// Makes a request.
  public func createRequest() -> ASAuthorizationSingleSignOnRequest {
    ASAuthorizationSingleSignOnRequest(provider: self)
  }
}

/// A request to an identity provider that an extension of the device serves.
public class ASAuthorizationSingleSignOnRequest: ASAuthorizationOpenIDRequest, @unchecked Sendable {
  /// Values for the identity provider.
  public var authorizationOptions: [URLQueryItem] = []
  /// Whether the extension may show something.
  public var isUserInterfaceEnabled = true

  override package init(provider: any ASAuthorizationProvider) { super.init(provider: provider) }

  /// Refuses: the stand-in keeps requests in memory only.
  public required init?(coder: NSCoder) { return nil }

  /// Makes a request of the same kind with the same values.
  override public func copy(with zone: NSZone? = nil) -> Any {
    let copy = ASAuthorizationSingleSignOnRequest(provider: provider)
    copyValues(to: copy)
    copy.authorizationOptions = authorizationOptions
    copy.isUserInterfaceEnabled = isUserInterfaceEnabled
    return copy
  }
}
