public import AuthenticationServices
public import Foundation

extension SimulatedDevice {
  /// The account that is signed in on the device; nil for none.
  public var account: DeviceAccount? {
    get { read(\.account) }
    set { change { $0.account = newValue } }
  }

  /// What the device keeps for the app.
  public var savedPasswords: [SavedPassword] {
    get { read(\.savedPasswords) }
    set { change { $0.savedPasswords = newValue } }
  }

  /// Whether the app is built with the capability.
  public var hasCapability: Bool {
    get { read(\.hasCapability) }
    set { change { $0.hasCapability = newValue } }
  }

  /// Whether a window is in front.
  public var hasWindow: Bool {
    get { read(\.hasWindow) }
    set { change { $0.hasWindow = newValue } }
  }

  /// Whether the system closes the sheet when the app asks; watchOS and older systems do not.
  public var honorsCancel: Bool {
    get { read(\.honorsCancel) }
    set { change { $0.honorsCancel = newValue } }
  }

  /// Whether a later authorization carries a name without any part, as most systems do, or none.
  public var sendsEmptyNameLater: Bool {
    get { read(\.sendsEmptyNameLater) }
    set { change { $0.sendsEmptyNameLater = newValue } }
  }

  /// Whether "stop using" takes effect only with ``completeReset()``, as some systems and simulators are late.
  public var delaysReset: Bool {
    get { read(\.delaysReset) }
    set { change { $0.delaysReset = newValue } }
  }

  /// Whether the device has a passcode and a place for passkeys.
  public var isConfiguredForPasskeys: Bool {
    get { read(\.isConfiguredForPasskeys) }
    set { change { $0.isConfiguredForPasskeys = newValue } }
  }

  /// What a question for the credential state gets instead of the truth; nil for the truth.
  public var credentialStateAnswer: CredentialStateAnswer? {
    get { read(\.credentialStateAnswer) }
    set { change { $0.credentialStateAnswer = newValue } }
  }

  /// What the system answers to an upgrade before it asks the app's extension; nil: it asks.
  public var upgradeFailure: NSError? {
    get { read(\.upgradeFailure) }
    set { change { $0.upgradeFailure = newValue } }
  }

  /// Everything that apps asked for so far, the oldest first.
  public var attempts: [RecordedAttempt] { read(\.attempts) }

  /// How many sheets are open now.
  public var openSheets: Int { read(\.sheets.count) }

  /// Lines up what the person does with the next sheets; afterwards the person shares everything.
  public func answerNext(_ answers: PersonAnswer...) { change { $0.answers += answers } }

  /// What a browser does with an address: the address that it leads to, or nil if the person closes it.
  public func browseWith(_ browser: @escaping @Sendable (URL) async -> URL?) {
    change { $0.browser = browser }
  }

  /// Ends the app's authorization as the person can in Settings, and tells the running app.
  ///
  /// - Parameter quietly: Leaves the notification out, as simulators do.
  public func stopUsingApp(quietly: Bool = false) async throws {
    guard let account else { return }
    if delaysReset {
      change { $0.hasPendingReset = true }
    } else {
      try await apple.stopUsing(clientID: bundleIdentifier, email: account.email)
    }
    if !quietly { postRevokedNotification() }
  }

  /// Lets a delayed ``stopUsingApp(quietly:)`` take effect; nothing happens without one.
  public func completeReset() async throws {
    let isPending = change { settings in
      defer { settings.hasPendingReset = false }
      return settings.hasPendingReset
    }
    guard isPending, let account else { return }
    try await apple.stopUsing(clientID: bundleIdentifier, email: account.email)
  }

  /// Tells the running app that its authorization ended, whether or not it did.
  public func postRevokedNotification() {
    notificationCenter.post(
      name: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil)
  }

  /// Moves the app to another developer team.
  public func transferApp(toTeam team: String) async throws {
    try await apple.transfer(clientID: bundleIdentifier, toTeam: team)
  }

  /// Runs something on this device; tasks that it starts stay on it.
  @discardableResult public func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await AuthorizationSystem.$taskService.withValue(self, operation: body)
  }

  /// Makes this the device of the whole process.
  public func install() { AuthorizationSystem.processService = self }

  /// Leaves the process without a device.
  public static func uninstall() { AuthorizationSystem.processService = nil }
}

/// An answer to a question for the credential state.
public struct CredentialStateAnswer: Sendable {
  /// The state.
  public let state: ASAuthorizationAppleIDProvider.CredentialState
  /// The error beside it.
  public let error: NSError?

  /// A state, and perhaps an error beside it.
  public init(_ state: ASAuthorizationAppleIDProvider.CredentialState, error: NSError? = nil) {
    self.state = state
    self.error = error
  }

  /// What older simulators answer every time.
  public static let simulatorError = CredentialStateAnswer(
    .revoked, error: SystemFailure.error(1000, underlying: -7001))
}
