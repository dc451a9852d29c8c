import AppleSignIn
import BramleyAuth
import Foundation
import SimulatedDevice

/// An app on a device whose Apple is the emulator and whose service is the real one.
@MainActor final class FlowApp {
  final class Marker: InstallationMarker, @unchecked Sendable {  // state guarded by lock
    private let lock = NSLock()
    private var value = false
    func isMarked() -> Bool { lock.withLock { value } }
    func mark() { lock.withLock { value = true } }
  }

  /// A clock on which every pause is over at once.
  struct HastyClock: Clock {
    typealias Instant = ContinuousClock.Instant
    var now: Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  let device: SimulatedDevice
  let transport: FlakyTransport
  let storage: any SecureStorage
  let marker: Marker
  private let dev: DevService
  private(set) var auth: Auth
  private(set) var apple: SignInWithApple

  init(
    _ dev: DevService, storage: any SecureStorage = MemoryStorage(), marker: Marker = Marker()
  ) {
    self.dev = dev
    self.marker = marker
    self.storage = storage
    transport = FlakyTransport()
    device = SimulatedDevice(
      apple: EmulatorAppleService(baseURL: dev.apple), notificationCenter: NotificationCenter())
    (auth, apple) = Self.launch(dev, device, storage, transport, marker)
  }

  /// Another process of the same app, such as its extension: with the same device, storage and network.
  init(sharing app: FlowApp) {
    (dev, marker, storage, device, transport) = (app.dev, app.marker, app.storage, app.device, app.transport)
    (auth, apple) = Self.launch(dev, device, storage, transport, marker)
  }

  /// Ends the process and starts it again on the same device.
  func relaunch() { (auth, apple) = Self.launch(dev, device, storage, transport, marker) }

  private static func launch(
    _ dev: DevService, _ device: SimulatedDevice, _ storage: any SecureStorage, _ transport: FlakyTransport,
    _ marker: Marker
  ) -> (Auth, SignInWithApple) {
    var configuration = AuthConfiguration(origin: dev.service, storage: storage)
    configuration.bundleIdentifier = "com.example.app"
    configuration.transport = transport
    configuration.installation = marker
    configuration.clock = HastyClock()
    configuration.notificationCenter = device.notificationCenter
    return (
      Auth(configuration),
      SignInWithApple(SignInConfiguration(audiences: ["com.example.app"], storage: storage))
    )
  }

  @discardableResult func signIn() async throws -> AuthDataResult {
    try await device.run { try await auth.signInWithApple(apple) }
  }

  func credential() async throws -> AuthCredential {
    AuthCredential(try await device.run { try await apple.signIn() })
  }

  /// Whether device and service agree that someone is signed in.
  func isSignedIn() async throws -> Bool {
    guard let user = try await auth.restore() else { return false }
    return (try? await user.reload()) != nil
  }

  func user() throws -> User {
    guard let user = auth.currentUser else { throw AuthError(.nullUser) }
    return user
  }

  func deleteAccount() async throws {
    let user = try user()
    try await device.run { try await user.deleteAccount(authorizing: apple) }
  }

  func failure(_ body: () async throws -> Void) async -> AuthError? {
    do {
      try await body()
      return nil
    } catch { return error as? AuthError }
  }
}
