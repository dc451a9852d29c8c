/// A stable number for each reason of an ``AuthError``; the numbers are Firebase's where it has one.
public struct AuthErrorCode: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int
  /// A reason by its number; never nil, since new ones may come.
  public init?(rawValue: Int) { self.rawValue = rawValue }
  private init(_ rawValue: Int) { self.rawValue = rawValue }

  /// The custom token is not valid.
  public static let invalidCustomToken = Self(17000)
  /// The custom token is for another project.
  public static let customTokenMismatch = Self(17002)
  /// The credential is not valid, or used up.
  public static let invalidCredential = Self(17004)
  /// An administrator disabled the account.
  public static let userDisabled = Self(17005)
  /// The way of signing in is not enabled, or something it needs is missing; see the detail.
  public static let operationNotAllowed = Self(17006)
  /// The address belongs to another account.
  public static let emailAlreadyInUse = Self(17007)
  /// The address is not one.
  public static let invalidEmail = Self(17008)
  /// The password is wrong.
  public static let wrongPassword = Self(17009)
  /// Too many attempts; wait.
  public static let tooManyRequests = Self(17010)
  /// There is no such account.
  public static let userNotFound = Self(17011)
  /// The address belongs to an account with other ways in; sign in with one and link.
  public static let accountExistsWithDifferentCredential = Self(17012)
  /// The action wants a recent sign-in; reauthenticate and repeat it.
  public static let requiresRecentLogin = Self(17014)
  /// The account has this way in already.
  public static let providerAlreadyLinked = Self(17015)
  /// The account does not have this way in.
  public static let noSuchProvider = Self(17016)
  /// The session's token is not valid.
  public static let invalidUserToken = Self(17017)
  /// The service cannot be reached.
  public static let networkError = Self(17020)
  /// The session ended.
  public static let userTokenExpired = Self(17021)
  /// The API key is not valid.
  public static let invalidAPIKey = Self(17023)
  /// The credential is another person's than the one signed in.
  public static let userMismatch = Self(17024)
  /// The credential belongs to another account; the error carries one to sign in with.
  public static let credentialAlreadyInUse = Self(17025)
  /// The password is too weak.
  public static let weakPassword = Self(17026)
  /// An address is missing.
  public static let missingEmail = Self(17034)
  /// Nobody is signed in.
  public static let nullUser = Self(17067)
  /// The action is for the owner of the project.
  public static let adminRestrictedOperation = Self(17085)
  /// The nonce is missing, does not fit, or the credential was used before.
  public static let missingOrInvalidNonce = Self(17094)
  /// The session's storage cannot be used, or not before the device is unlocked; nobody was signed out.
  public static let keychainError = Self(17995)
  /// The answer was not understood; see the constant and the detail.
  public static let internalError = Self(17999)

  /// The link wants the person's consent; pass a ``ConsentStatement``.
  public static let consentRequired = Self(17801)
  /// The service, or Apple behind it, is down; try again after ``AuthError/retryAfter``.
  public static let unavailable = Self(17802)
  /// The address of the service is plain http and not this computer's.
  public static let insecureOrigin = Self(17803)
  /// The person gave up, or the task was cancelled.
  public static let canceled = Self(17804)
  /// Sign in with Apple failed on the device; see ``AuthError/appleError``.
  public static let appleSignInFailed = Self(17805)
  /// The answer took too long.
  public static let timedOut = Self(17806)
}
