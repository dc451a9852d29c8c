import Foundation

/// Why a sign-in with Apple gave no credential.
///
/// Its description for people is ``sentence(in:)``; ``hints`` say what a developer should check.
public struct AppleSignInError: Error, Sendable {
  /// A stable name of the reason; new ones may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A reason by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The reason.
  public let code: Code
  /// The number of the system's error, known to this library or not; nil if the reason is the library's own.
  public let systemCode: Int?
  /// The private numbers beneath the system's error, as they appear in the log.
  public let underlyingCodes: [Int]
  /// What a developer should check, the likeliest first.
  public let hints: [SetupHint]

  /// An error with a reason of the library's own.
  public init(_ code: Code) {
    self.code = code
    systemCode = nil
    underlyingCodes = []
    hints = SetupHint.forReason(code)
  }

  /// Whether the sign-in was given up rather than failed: nothing needs to be said to the person.
  public var isCancellation: Bool { code == .canceled || code == .taskCanceled }

  /// Whether trying again at once may help.
  public var mayHelpToRetry: Bool {
    [
      .unknown, .failed, .invalidResponse, .notHandled, .timedOut, .nonceMismatch, .stateMismatch,
      .tokenExpired,
    ]
    .contains(code)
  }
}

extension AppleSignInError: Equatable {
  /// Compares the reasons.
  public static func == (one: AppleSignInError, other: AppleSignInError) -> Bool { one.code == other.code }
}

extension AppleSignInError.Code {
  /// The system names no cause (1000); see ``AppleSignInError/hints``.
  public static let unknown = Self("unknown")
  /// The person or the app closed the sheet (1001).
  public static let canceled = Self("canceled")
  /// Apple's service answered badly (1002).
  public static let invalidResponse = Self("invalidResponse")
  /// Nobody handled the request (1003).
  public static let notHandled = Self("notHandled")
  /// The attempt failed (1004).
  public static let failed = Self("failed")
  /// A sheet would be needed but is not allowed (1005).
  public static let notInteractive = Self("notInteractive")
  /// A passkey exists already (1006).
  public static let matchedExcludedCredential = Self("matchedExcludedCredential")
  /// An import of credentials failed (1007).
  public static let credentialImport = Self("credentialImport")
  /// An export of credentials failed (1008).
  public static let credentialExport = Self("credentialExport")
  /// The person has an account with Sign in with Apple and prefers it: show Apple's sheet (1009).
  public static let preferSignInWithApple = Self("preferSignInWithApple")
  /// The device cannot make passkeys (1010).
  public static let deviceNotConfiguredForPasskeyCreation = Self("deviceNotConfiguredForPasskeyCreation")
  /// A code of the system that came after this library; ``AppleSignInError/systemCode`` has its number.
  public static let future = Self("future")
  /// An error of another domain.
  public static let foreign = Self("foreign")

  /// The task that waited was cancelled.
  public static let taskCanceled = Self("taskCanceled")
  /// Nothing happened within the time limit.
  public static let timedOut = Self("timedOut")
  /// A sheet is open, and the configuration refuses a second request.
  public static let alreadyRunning = Self("alreadyRunning")
  /// The answer belongs to another request.
  public static let stateMismatch = Self("stateMismatch")
  /// The token belongs to another request.
  public static let nonceMismatch = Self("nonceMismatch")
  /// The token belongs to another app.
  public static let audienceMismatch = Self("audienceMismatch")
  /// The token belongs to another person than the credential says.
  public static let subjectMismatch = Self("subjectMismatch")
  /// The token's time is over; the clock may be wrong.
  public static let tokenExpired = Self("tokenExpired")
  /// The credential has no token.
  public static let missingIdentityToken = Self("missingIdentityToken")
  /// The token is not one.
  public static let unreadableToken = Self("unreadableToken")
  /// The system handed over another kind of credential than was asked for.
  public static let unexpectedCredential = Self("unexpectedCredential")

  /// Every reason, each with a sentence in every language.
  public static let all: [Self] = [
    .unknown, .canceled, .invalidResponse, .notHandled, .failed, .notInteractive, .matchedExcludedCredential,
    .credentialImport, .credentialExport, .preferSignInWithApple, .deviceNotConfiguredForPasskeyCreation,
    .future, .foreign, .taskCanceled, .timedOut, .alreadyRunning, .stateMismatch, .nonceMismatch,
    .audienceMismatch, .subjectMismatch, .tokenExpired, .missingIdentityToken, .unreadableToken,
    .unexpectedCredential,
  ]
}
