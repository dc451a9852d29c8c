public import Foundation

/// The domain of the errors of web sessions.
public let ASWebAuthenticationSessionErrorDomain: String =
  "com.apple.AuthenticationServices.WebAuthenticationSession"

/// Why a web session did not end at its callback.
public struct ASWebAuthenticationSessionError: _BridgedStoredNSError, Sendable {
  /// The error underneath.
  public let _nsError: NSError
  /// Takes over an error of the domain.
  public init(_nsError error: NSError) { _nsError = error }
  /// The domain of the errors of web sessions.
  public static var _nsErrorDomain: String { ASWebAuthenticationSessionErrorDomain }
  /// The domain of the errors of web sessions.
  public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }

  /// What went wrong.
  public enum Code: Int, _ErrorCodeProtocol, Sendable, BitwiseCopyable {
    /// The error that carries the codes.
    public typealias _ErrorType = ASWebAuthenticationSessionError
    /// The person closed the page.
    case canceledLogin = 1
    /// No window was named.
    case presentationContextNotProvided = 2
    /// The window cannot carry a page now.
    case presentationContextInvalid = 3
  }

  /// The person closed the page.
  public static var canceledLogin: Code { .canceledLogin }
  /// No window was named.
  public static var presentationContextNotProvided: Code { .presentationContextNotProvided }
  /// The window cannot carry a page now.
  public static var presentationContextInvalid: Code { .presentationContextInvalid }
}
