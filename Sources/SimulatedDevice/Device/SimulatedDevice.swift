import AuthenticationServices
public import Foundation

/// A device with a person before it, for apps that run without one.
///
/// It plays the system's side of AuthenticationServices: accounts, answers and faults. Apple is played by
/// the emulator or within the process.
public final class SimulatedDevice: Sendable {
  struct Settings {
    var account: DeviceAccount? = DeviceAccount(
      email: "maria@example.com", givenName: "Maria", familyName: "Rossi")
    var savedPasswords: [SavedPassword] = []
    var hasCapability = true
    var hasWindow = true
    var honorsCancel = true
    var sendsEmptyNameLater = true
    var delaysReset = false
    var hasPendingReset = false
    var isConfiguredForPasskeys = false
    var credentialStateAnswer: CredentialStateAnswer?
    var upgradeFailure: NSError?
    var upgradeExtension: UpgradeExtension?
    var answers: [PersonAnswer] = []
    var attempts: [RecordedAttempt] = []
    var sheets: [UUID: @Sendable (AuthorizationAnswer) -> Void] = [:]
    var browser: (@Sendable (URL) async -> URL?)?
  }

  /// The app's identifier.
  public let bundleIdentifier: String
  let apple: any SimulatedAppleService
  package let notificationCenter: NotificationCenter
  let clock: any Clock<Duration>
  private let lock = NSLock()
  private nonisolated(unsafe) var settings = Settings()  // guarded by lock

  /// A device with one account, on which the app has the capability and a window.
  ///
  /// - Parameters:
  ///   - bundleIdentifier: The app's identifier; identity tokens name it as their audience.
  ///   - apple: Who answers the device.
  ///   - notificationCenter: Where the revoked notification is posted.
  ///   - clock: What late answers wait on.
  public init(
    bundleIdentifier: String = "com.example.app", apple: any SimulatedAppleService = OfflineAppleService(),
    notificationCenter: NotificationCenter = .default, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.apple = apple
    self.notificationCenter = notificationCenter
    self.clock = clock
  }

  func read<Value>(_ path: KeyPath<Settings, Value>) -> Value { lock.withLock { settings[keyPath: path] } }

  @discardableResult func change<Value>(_ body: (inout Settings) -> Value) -> Value {
    lock.withLock { body(&settings) }
  }
}
