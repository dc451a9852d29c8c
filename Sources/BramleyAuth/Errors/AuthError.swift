public import AppleSignIn
public import Foundation

/// The domain of the errors of this library as an `NSError` shows it.
public let AuthErrorDomain: String = "BramleyAuthErrorDomain"

/// Keys of an error's user info, as code written for Firebase reads it.
public enum AuthErrors {
  /// An ``AuthCredential`` to repeat the sign-in with.
  public static let userInfoUpdatedCredentialKey = "BramleyAuthErrorUserInfoUpdatedCredential"
  /// The address that belongs to another account.
  public static let userInfoEmailKey = "BramleyAuthErrorUserInfoEmail"
  /// The constant of the wire, such as `EMAIL_EXISTS`.
  public static let userInfoNameKey = "BramleyAuthErrorUserInfoName"
}

/// Why a call to the service did not do as asked; nothing was changed on the device unless the code says so.
public struct AuthError: Error, Sendable {
  /// The reason.
  public let code: AuthErrorCode
  /// The constant of the wire, such as `EMAIL_EXISTS`; nil if the service did not answer.
  public var constant: String?
  /// What the service or this library says for developers, without secrets.
  public var detail = ""
  /// A credential that takes the place of the one just used up, for a sign-in instead of a link.
  public var updatedCredential: AuthCredential?
  /// The address that belongs to another account.
  public var email: String?
  /// The ways in of that other account, where the service tells.
  public var otherProviders: [String] = []
  /// The identifier under which the service logged the request.
  public var traceID: String?
  /// How long to wait before trying again, where the service says so.
  public var retryAfter: Duration?
  /// What went wrong with Apple on the device.
  public var appleError: AppleSignInError?

  /// An error with a reason.
  public init(_ code: AuthErrorCode, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// What went wrong with Apple on the device, in our terms.
  public init(_ apple: AppleSignInError) {
    self.init(apple.isCancellation ? .canceled : .appleSignInFailed, apple.failureReason ?? "")
    appleError = apple
  }

  /// Whether the session is over because of this: ended, disabled, deleted or unknown to the service.
  public var endsSession: Bool {
    [.userTokenExpired, .userNotFound, .userDisabled, .invalidUserToken].contains(code)
  }
}

extension AuthError: Equatable {
  /// Compares the reasons.
  public static func == (one: AuthError, other: AuthError) -> Bool { one.code == other.code }
}

extension AuthError: CustomNSError, LocalizedError {
  /// The domain of the errors of this library.
  public static var errorDomain: String { AuthErrorDomain }
  /// The number of the reason.
  public var errorCode: Int { code.rawValue }
  /// What code written for Firebase looks up.
  public var errorUserInfo: [String: Any] {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? ""]
    userInfo[AuthErrors.userInfoUpdatedCredentialKey] = updatedCredential
    userInfo[AuthErrors.userInfoEmailKey] = email
    userInfo[AuthErrors.userInfoNameKey] = constant
    return userInfo
  }
  /// Apple's sentence for people where there is one, else the constant and the detail.
  public var errorDescription: String? {
    if let appleError { return appleError.errorDescription }
    return [constant ?? "\(code.rawValue)", detail].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

extension AuthError: CustomStringConvertible {
  /// Number, constant and trace, without detail and address.
  public var description: String {
    let parts = ["\(code.rawValue)", constant, traceID.map { "trace \($0)" }].compactMap(\.self)
    return "AuthError(\(parts.joined(separator: ", ")))"
  }
}
