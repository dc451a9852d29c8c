/// A likely cause of a failure, with what to check; for developers, in English.
public struct SetupHint: RawRepresentable, Hashable, Sendable {
  /// A stable name of the cause.
  public let rawValue: String
  /// A cause by its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The capability or its entitlement is missing.
  public static let capability = SetupHint(rawValue: "capability")
  /// The signed profile does not carry the entitlement.
  public static let profile = SetupHint(rawValue: "profile")
  /// Key, service or App ID are not set up at Apple.
  public static let configuration = SetupHint(rawValue: "configuration")
  /// No account is signed in on the device.
  public static let noAccount = SetupHint(rawValue: "noAccount")
  /// The account has no two-factor authentication.
  public static let twoFactor = SetupHint(rawValue: "twoFactor")
  /// Apple's terms are not accepted.
  public static let terms = SetupHint(rawValue: "terms")
  /// A fresh simulator fails the first time.
  public static let freshSimulator = SetupHint(rawValue: "freshSimulator")
  /// The app is side-loaded or runs inside another one.
  public static let container = SetupHint(rawValue: "container")
  /// No window was in front.
  public static let window = SetupHint(rawValue: "window")
  /// Another request's values came back.
  public static let overwrittenRequest = SetupHint(rawValue: "overwrittenRequest")
  /// The token names another app.
  public static let audience = SetupHint(rawValue: "audience")
  /// The device's clock is wrong.
  public static let clock = SetupHint(rawValue: "clock")

  /// What to check.
  public var advice: String { Self.advice[self] ?? "" }

  private static let advice: [SetupHint: String] = [
    .capability:
      "Add the capability Sign in with Apple to the target, in every build configuration: entitlement "
      + "com.apple.developer.applesignin with the value [Default].",
    .profile: "Renew the provisioning profile: the signed app does not carry the entitlement.",
    .configuration:
      "Look at App ID, key and services at developer.apple.com: Sign in with Apple must be enabled for "
      + "the App ID, with the right primary App ID.",
    .noAccount: "Sign in to an Apple Account in the device's settings.",
    .twoFactor: "Turn on two-factor authentication for the Apple Account.",
    .terms: "Open the device's settings and accept Apple's terms.",
    .freshSimulator: "Try again: on a fresh simulator the first attempt after account setup fails.",
    .container:
      "Run the app as signed by a paid team: free accounts, side-loaded builds and container apps have "
      + "no Sign in with Apple.",
    .window: "Call it when a window is in front, or name one in SignInConfiguration.window.",
    .overwrittenRequest:
      "Compare with the values of this very request: keep one SignInWithApple for the app, and call "
      + "prepare and finish once for each request.",
    .audience: "Put the identifiers of your app into SignInConfiguration.audiences.",
    .clock: "Set the device's clock, or widen SignInConfiguration.clockTolerance.",
  ]

  /// The private codes that people found in the log, the most useful first.
  static func forUnknown(_ codes: [Int]) -> [SetupHint] {
    if codes.contains(-7026) { return [.capability, .profile] }
    if codes.contains(-7034) { return [.twoFactor] }
    if codes.contains(-7022) { return [.noAccount, .capability] }
    if codes.contains(-7003) { return [.configuration] }
    return [
      .capability, .profile, .noAccount, .twoFactor, .configuration, .terms, .window, .freshSimulator,
      .container,
    ]
  }

  static func forReason(_ code: AppleSignInError.Code) -> [SetupHint] {
    switch code {
    case .stateMismatch, .nonceMismatch, .subjectMismatch: [.overwrittenRequest]
    case .audienceMismatch: [.audience]
    case .tokenExpired: [.clock]
    case .notInteractive: [.window]
    default: []
    }
  }
}
