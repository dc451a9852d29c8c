public import Foundation

/// The domain of the errors of authorization.
public let ASAuthorizationErrorDomain: String = "com.apple.AuthenticationServices.AuthorizationError"

/// Why an authorization did not come.
public struct ASAuthorizationError: _BridgedStoredNSError, Sendable {
  /// The error underneath; its code may be one that ``Code`` does not name.
  public let _nsError: NSError

  /// Takes over an error of the domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain of the errors of authorization.
  public static var _nsErrorDomain: String { ASAuthorizationErrorDomain }

  /// The domain of the errors of authorization.
  public static var errorDomain: String { ASAuthorizationErrorDomain }

  /// What went wrong.
  public enum Code: Int, _ErrorCodeProtocol, Sendable, BitwiseCopyable {
    /// The error that carries the codes.
    public typealias _ErrorType = ASAuthorizationError
    /// A cause without a name.
    case unknown = 1000
    /// The person or the app closed the sheet.
    case canceled = 1001
    /// The service answered badly.
    case invalidResponse = 1002
    /// Nobody handled the request.
    case notHandled = 1003
    /// The attempt failed.
    case failed = 1004
    /// A sheet would be needed but is not allowed.
    case notInteractive = 1005
    /// A passkey exists already.
    case matchedExcludedCredential = 1006
    /// An import of credentials failed.
    case credentialImport = 1007
    /// An export of credentials failed.
    case credentialExport = 1008
    /// The person would rather use Sign in with Apple.
    case preferSignInWithApple = 1009
    /// The device cannot make passkeys.
    case deviceNotConfiguredForPasskeyCreation = 1010
  }

  /// A cause without a name.
  public static var unknown: Code { .unknown }
  /// The person or the app closed the sheet.
  public static var canceled: Code { .canceled }
  /// The service answered badly.
  public static var invalidResponse: Code { .invalidResponse }
  /// Nobody handled the request.
  public static var notHandled: Code { .notHandled }
  /// The attempt failed.
  public static var failed: Code { .failed }
  /// A sheet would be needed but is not allowed.
  public static var notInteractive: Code { .notInteractive }
  /// A passkey exists already.
  public static var matchedExcludedCredential: Code { .matchedExcludedCredential }
  /// An import of credentials failed.
  public static var credentialImport: Code { .credentialImport }
  /// An export of credentials failed.
  public static var credentialExport: Code { .credentialExport }
  /// The person would rather use Sign in with Apple.
  public static var preferSignInWithApple: Code { .preferSignInWithApple }
  /// The device cannot make passkeys.
  public static var deviceNotConfiguredForPasskeyCreation: Code { .deviceNotConfiguredForPasskeyCreation }
}
