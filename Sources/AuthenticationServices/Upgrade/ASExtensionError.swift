public import Foundation

/// The domain of the errors of extensions.
public let ASExtensionErrorDomain: String = "ASExtensionErrorDomain"

/// Why an extension did not serve a request.
public struct ASExtensionError: _BridgedStoredNSError, Sendable {
  /// The error underneath.
  public let _nsError: NSError
  /// Takes over an error of the domain.
  public init(_nsError error: NSError) { _nsError = error }
  /// The domain of the errors of extensions.
  public static var _nsErrorDomain: String { ASExtensionErrorDomain }
  /// The domain of the errors of extensions.
  public static var errorDomain: String { ASExtensionErrorDomain }

  /// What went wrong.
  public enum Code: Int, _ErrorCodeProtocol, Sendable, BitwiseCopyable {
    /// The error that carries the codes.
    public typealias _ErrorType = ASExtensionError
    /// The attempt failed.
    case failed = 0
    /// The person gave up.
    case userCanceled = 1
    /// A sheet is needed.
    case userInteractionRequired = 100
    /// Nothing is saved under that name.
    case credentialIdentityNotFound = 101
    /// A passkey exists already.
    case matchedExcludedCredential = 102
  }

  /// The attempt failed.
  public static var failed: Code { .failed }
  /// The person gave up.
  public static var userCanceled: Code { .userCanceled }
  /// A sheet is needed.
  public static var userInteractionRequired: Code { .userInteractionRequired }
  /// Nothing is saved under that name.
  public static var credentialIdentityNotFound: Code { .credentialIdentityNotFound }
  /// A passkey exists already.
  public static var matchedExcludedCredential: Code { .matchedExcludedCredential }
}
