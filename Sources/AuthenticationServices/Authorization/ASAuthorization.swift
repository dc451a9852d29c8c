public import Foundation

/// The outcome of a request: who was asked, and what came back.
public class ASAuthorization: NSObject, @unchecked Sendable {
  /// The provider whose request was answered.
  public let provider: any ASAuthorizationProvider
  /// What came back; switch on its class.
  public let credential: any ASAuthorizationCredential

  package init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
    self.provider = provider
    self.credential = credential
    super.init()
  }
}

extension ASAuthorization {
  /// A piece of personal information that a request may ask for.
  public struct Scope: RawRepresentable, Hashable, Sendable {
    /// The text of the scope; it is undocumented on Apple's systems, so do not compare with it.
    public let rawValue: String
    /// Makes a scope from its text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a scope from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// The person's name.
    public static let fullName = Scope("full_name")
    /// The person's address, or one that relays to it.
    public static let email = Scope("email")
  }

  /// What an OpenID request wants to happen.
  public struct OpenIDOperation: RawRepresentable, Hashable, Sendable {
    /// The text of the operation.
    public let rawValue: String
    /// Makes an operation from its text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes an operation from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// The provider decides.
    public static let operationImplicit = OpenIDOperation("implicit")
    /// Sign in.
    public static let operationLogin = OpenIDOperation("login")
    /// Refresh a sign-in.
    public static let operationRefresh = OpenIDOperation("refresh")
    /// Sign out.
    public static let operationLogout = OpenIDOperation("logout")
  }
}
