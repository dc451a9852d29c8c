import AppleSignIn
import AuthenticationServices
import BramleyAuth
import Foundation
import SimulatedDevice
import Testing

@Suite(
  "A password account becomes one with Apple, to the service and back", .serialized, .timeLimit(.minutes(4)))
@MainActor struct UpgradeFlowTests {
  private let consent = ConsentStatement(
    kind: "link:apple.com", version: "1", text: "Use Apple instead of my password", locale: "en")
  private let email = "maria@example.com"
  private let password = "secret-12"

  /// The app's extension: a process of its own with the app's storage.
  final class Extension: PasswordUpgradeViewController {
    private let shared: Auth
    private let sheet: SignInWithApple
    private let agreed: ConsentStatement?

    init(_ app: FlowApp, _ agreed: ConsentStatement?) {
      let process = FlowApp(sharing: app)
      (shared, sheet) = (process.auth, process.apple)
      self.agreed = agreed
      super.init()
    }

    override var auth: Auth { shared }
    override var flow: SignInWithApple { sheet }
    override var consent: ConsentStatement? { agreed }
  }

  private func app(_ dev: DevService, agreed: ConsentStatement?) async throws -> FlowApp {
    let app = FlowApp(dev)
    try await app.auth.createUser(withEmail: email, password: password)
    app.device.savedPasswords = [SavedPassword(user: email, password: password)]
    app.device.upgradeExtension = { Extension(app, agreed) }
    return app
  }

  private func upgrade(_ app: FlowApp) async throws {
    try await app.device.run {
      try await app.auth.replaceSavedPassword(of: email, domain: "example.com")
    }
  }

  private func expectUpgraded(_ app: FlowApp, _ uid: String) async throws {
    #expect(app.device.savedPasswords.isEmpty)
    let user = try app.user()
    #expect(user.uid == uid)
    #expect(user.providerData.map(\.providerID) == ["apple.com"])
    #expect(user.email == email)
    #expect(try await user.getIDToken(forcingRefresh: true).isEmpty == false)
    #expect(try await user.consents().map(\.kind) == ["link:apple.com"])
    try await app.auth.signOut()
    // The service no longer takes the password, and knows the person by Apple.
    #expect(await app.failure { try await app.auth.signIn(withEmail: email, password: password) } != nil)
    #expect(try await app.signIn().user.uid == uid)
  }

  @Test("the service refuses without consent, and password and saved password stay: R27, issue 7 point 7")
  func withoutConsent() async throws {
    try await DevService.run { dev in
      let app = try await app(dev, agreed: nil)
      #expect(await app.failure { try await upgrade(app) }?.code == .appleSignInFailed)
      #expect(app.device.savedPasswords.count == 1)
      try await app.auth.signOut()
      try await app.auth.signIn(withEmail: email, password: password)
    }
  }

  @Test("links Apple through the extension, ends the password, and the app goes on: issue 7 point 7")
  func throughExtension() async throws {
    try await DevService.run { dev in
      let app = try await app(dev, agreed: consent)
      let uid = try app.user().uid
      try await upgrade(app)
      try await expectUpgraded(app, uid)
    }
  }

  @Test("upgrades within the app by one sheet: issue 7 point 7")
  func inApp() async throws {
    try await DevService.run { dev in
      let app = try await app(dev, agreed: consent)
      let user = try app.user()
      try await app.device.run {
        try await user.replacePasswordWithApple(consent: consent, authorizing: app.apple)
      }
      app.device.savedPasswords = []
      try await expectUpgraded(app, user.uid)
    }
  }

  @Test("upgrades from Settings while nobody is signed in, by the saved password: issue 7 point 7")
  func fromSettings() async throws {
    try await DevService.run { dev in
      let app = try await app(dev, agreed: consent)
      let uid = try app.user().uid
      try await app.auth.signOut()
      try await app.device.upgradeFromSettings(email, domain: "example.com")
      #expect(app.auth.currentUser == nil)
      try await app.signIn()
      try await expectUpgraded(app, uid)
    }
  }

  @Test(
    "goes on after a crash between any two steps: issue 7 point 7",
    arguments: ["accounts:signInWithIdp", "accounts:update"],
    [FlakyTransport.Fault.lostRequest, .lostAnswer])
  func crash(_ path: String, _ fault: FlakyTransport.Fault) async throws {
    try await DevService.run { dev in
      let app = try await app(dev, agreed: consent)
      let uid = try app.user().uid
      app.transport.fail(path, fault, times: 3)
      #expect(await app.failure { try await upgrade(app) } != nil)
      #expect(app.device.savedPasswords.count == 1)
      app.relaunch()
      // Where the answer to the last step was lost, the session of before is over: the person signs in.
      if try await !app.isSignedIn() { try await app.signIn() }
      try await upgrade(app)
      try await expectUpgraded(app, uid)
    }
  }
}
