public import AppleSignIn
import BramleyCrypto
public import Foundation

/// Which service an app signs in to, and what the library works with.
public struct AuthConfiguration: Sendable {
  /// The version of this library, as it tells the service.
  public static let version = "1.0.0"

  /// Where the service is, such as `https://auth.example.com`, with its base path if it has one.
  public var origin: URL
  /// Identifies the app; any text unless the service lists its keys.
  public var apiKey: String
  /// The app's identifier, which the service may want for the exchange of codes.
  public var bundleIdentifier: String? = Bundle.main.bundleIdentifier
  /// Where the session rests.
  public var storage: any SecureStorage
  /// Keeps names and addresses until the service has them.
  public var vault: FirstAuthorizationVault
  /// Tells a new installation from an old one, although the keychain outlives the app.
  public var installation: any InstallationMarker = UserDefaultsInstallationMarker()
  /// What sends the requests.
  public var transport: any HTTPTransport = URLSessionTransport()
  /// Where log lines go; by default nowhere.
  public var log: @Sendable (AuthLogEntry) -> Void = { _ in }
  /// Where the system posts what happens to credentials.
  public var notificationCenter: NotificationCenter = .default
  /// The time.
  public var now: @Sendable () -> Date = { Date() }
  /// What pauses wait on.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Bytes from a cryptographic source.
  public var randomBytes: @Sendable (Int) -> [UInt8] = { SystemRandomSource().bytes($0) }

  /// A configuration for one service.
  ///
  /// - Parameters:
  ///   - origin: Where the service is; https, except on this computer.
  ///   - apiKey: Identifies the app.
  ///   - storage: Where the session rests; by default the keychain, or sealed files on Linux.
  public init(origin: URL, apiKey: String = "bramley", storage: (any SecureStorage)? = nil) {
    let storage = storage ?? SignInConfiguration().storage
    self.origin = origin
    self.apiKey = apiKey
    self.storage = storage
    vault = FirstAuthorizationVault(storage: storage)
  }
}
