import AppleSignIn
import BramleyAuth
import Foundation
import SimulatedDevice
import _ClientTesting

/// An app on a device, with a service in memory.
@MainActor final class App {
  final class Marker: InstallationMarker, @unchecked Sendable {  // state guarded by lock
    private let lock = NSLock()
    private var value: Bool
    init(_ value: Bool) { self.value = value }
    func isMarked() -> Bool { lock.withLock { value } }
    func mark() { lock.withLock { value = true } }
  }

  final class Lines: @unchecked Sendable {  // state guarded by lock
    private let lock = NSLock()
    private var lines: [AuthLogEntry] = []
    var all: [AuthLogEntry] { lock.withLock { lines } }
    func add(_ line: AuthLogEntry) { lock.withLock { lines.append(line) } }
  }

  let time = TestTime()
  let clock = ManualClock()
  let service: WireService
  let device: SimulatedDevice
  let storage = MemoryStorage()
  let log = Lines()
  var marker = Marker(true)
  private(set) var auth: Auth
  private(set) var apple: SignInWithApple

  init() {
    let time = time
    service = WireService(time)
    device = SimulatedDevice(
      apple: OfflineAppleService(now: { time.now }), notificationCenter: NotificationCenter(), clock: clock)
    let (auth, apple) = Self.launch(service, device, storage, log, marker, time, clock)
    (self.auth, self.apple) = (auth, apple)
  }

  /// Ends the process and starts it again on the same device.
  func relaunch() {
    let (auth, apple) = Self.launch(service, device, storage, log, marker, time, clock)
    (self.auth, self.apple) = (auth, apple)
  }

  private static func launch(
    _ service: WireService, _ device: SimulatedDevice, _ storage: MemoryStorage, _ log: Lines,
    _ marker: Marker, _ time: TestTime, _ clock: ManualClock
  ) -> (Auth, SignInWithApple) {
    var sheet = SignInConfiguration(audiences: ["com.example.app"], storage: storage)
    sheet.now = { time.now }
    var configuration = AuthConfiguration(
      origin: URL(string: "https://service.example") ?? URL(fileURLWithPath: "/"), storage: storage)
    configuration.bundleIdentifier = "com.example.app"
    configuration.transport = service
    configuration.installation = marker
    configuration.log = { log.add($0) }
    configuration.notificationCenter = device.notificationCenter
    configuration.now = { time.now }
    configuration.clock = clock
    return (Auth(configuration), SignInWithApple(sheet))
  }

  func credential() async throws -> AuthCredential {
    AuthCredential(try await device.run { try await apple.signIn() })
  }

  @discardableResult func signIn() async throws -> AuthDataResult {
    try await device.run { try await auth.signInWithApple(apple) }
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
