import AppleSignIn
import AuthenticationServices
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@testable import BramleyAuth

@Suite("Password accounts become accounts with Apple: issue 7 point 7") @MainActor struct UpgradeTests {
  private let consent = ConsentStatement(kind: "link:apple.com", version: "1", text: "Yes", locale: "en")

  /// The app's extension; it shares storage, and in these tests its marks and its service, with the app.
  final class Extension: PasswordUpgradeViewController {
    let shared: Auth
    let sheet: SignInWithApple
    let agreed: ConsentStatement?

    init(_ app: App, agreed: ConsentStatement?) {
      // A process of its own: another object with the same storage.
      shared = Auth(app.auth.configuration)
      sheet = app.apple
      self.agreed = agreed
      super.init()
    }

    override var auth: Auth { shared }
    override var flow: SignInWithApple { sheet }
    override var consent: ConsentStatement? { agreed }
  }

  /// An app whose person has an account with a password, which the device has saved.
  private func app(agreed: Bool = true) async throws -> App {
    let app = App()
    let consent = agreed ? consent : nil
    try await app.auth.createUser(withEmail: "maria@example.com", password: "secret-12")
    app.device.savedPasswords = [SavedPassword(user: "maria@example.com", password: "secret-12")]
    app.device.upgradeExtension = { Extension(app, agreed: consent) }
    return app
  }

  private func upgrade(_ app: App, _ user: String = "maria@example.com") async throws {
    try await app.device.run {
      try await app.auth.replaceSavedPassword(of: user, domain: "example.com")
    }
  }

  /// The upgrade within the app.
  private func replace(
    _ app: App, _ user: User, consent: ConsentStatement? = nil
  ) async throws {
    try await app.device.run {
      _ = try await user.replacePasswordWithApple(consent: consent, authorizing: app.apple)
    }
  }

  private func ways(_ app: App) throws -> Set<String> {
    Set(try app.user().providerData.map(\.providerID))
  }

  @Test("changes nothing when the person closes Apple's sheet in the extension")
  func closed() async throws {
    let app = try await app()
    app.device.answerNext(.cancel)
    #expect(await app.failure { try await upgrade(app) }?.code == .canceled)
    #expect(try ways(app) == ["password"])
    #expect(app.device.savedPasswords.count == 1)
  }

  @Test("changes nothing without consent: R27")
  func withoutConsent() async throws {
    let app = try await app(agreed: false)
    let failure = await app.failure { try await upgrade(app) }
    #expect(failure?.code == .appleSignInFailed)
    #expect(await app.service.accounts.values.first?.password == "secret-12")
    #expect(app.device.savedPasswords.count == 1)
  }

  @Test("sends nothing of an answer that does not belong to the request")
  func foreignAnswer() async throws {
    let app = try await app()
    app.device.answerNext(.altered(.nonce("other"), .share()))
    #expect(await app.failure { try await upgrade(app) }?.code == .appleSignInFailed)
    #expect(await app.service.requests("accounts:signInWithIdp").isEmpty)
  }

  @Test("fails for what is not saved, without an extension, and while nobody is signed in")
  func impossible() async throws {
    let app = try await app()
    #expect(await app.failure { try await upgrade(app, "amir@example.com") }?.code == .appleSignInFailed)
    app.device.upgradeExtension = nil
    #expect(await app.failure { try await upgrade(app) }?.code == .appleSignInFailed)
    try await app.auth.signOut()
    #expect(await app.failure { try await upgrade(app) }?.code == .nullUser)
  }

  @Test("links Apple, ends the password, deletes what the device saved, and goes on with the new session")
  func throughExtension() async throws {
    let app = try await app()
    let uid = try app.user().uid
    try await upgrade(app)
    #expect(try ways(app) == ["apple.com"])
    #expect(try app.user().uid == uid)
    #expect(try app.user().email == "maria@example.com")
    #expect(app.device.savedPasswords.isEmpty)
    // The app's own tokens ended with the password; the extension's are good.
    _ = try await app.user().getIDToken(forcingRefresh: true)
    try await app.auth.signOut()
    #expect(try await app.signIn().user.uid == uid)
  }

  @Test("tells the extension nothing but an empty password, and shows it only when it asks")
  func emptyPassword() async throws {
    let app = try await app()
    let seen = Seen()
    app.device.upgradeExtension = { AskingExtension(seen) }
    #expect(await app.failure { try await upgrade(app) }?.code == .appleSignInFailed)
    #expect(seen.calls == ["quiet with 0 characters", "shown with 0 characters"])
  }

  @Test("knows the person by the saved password in Settings, also while another is signed in there")
  func fromSettings() async throws {
    let app = try await app()
    let uid = try app.user().uid
    try await app.auth.signOut()
    let other = try await app.auth.createUser(withEmail: "amir@example.net", password: "secret-34").user.uid
    try await app.device.upgradeFromSettings("maria@example.com", domain: "example.com")
    #expect(app.auth.currentUser?.uid == other)
    let account = await app.service.accounts[uid]
    #expect(account?.password == nil)
    #expect(account?.appleUser != nil)
    #expect(app.device.savedPasswords.isEmpty)
  }

  @Test("refuses a wrong saved password in Settings, and one that nobody saved")
  func wrongFromSettings() async throws {
    let app = try await app()
    try await app.auth.signOut()
    app.device.savedPasswords = [SavedPassword(user: "maria@example.com", password: "wrong")]
    for (user, code) in [
      ("maria@example.com", ASExtensionError.Code.failed), ("x", .credentialIdentityNotFound),
    ] {
      let failure = await #expect(throws: (any Error).self) {
        try await app.device.upgradeFromSettings(user, domain: "example.com")
      }
      #expect(failure.map { ($0 as NSError).domain } == ASExtensionErrorDomain)
      #expect(failure.map { ($0 as NSError).code } == code.rawValue)
    }
    #expect(await app.service.accounts.values.first?.appleUser == nil)
  }

  @Test(
    "goes on after a crash between the steps",
    arguments: ["accounts:signInWithIdp", "accounts:update", "accounts:lookup"])
  func crash(_ path: String) async throws {
    let app = try await app()
    let uid = try app.user().uid
    await app.service.fail(path, .status(400, "INTERNAL"))
    #expect(await app.failure { try await upgrade(app) } != nil)
    #expect(app.device.savedPasswords.count == 1)
    app.relaunch()
    // The interruption outlasts what counts as recent.
    app.time.advance(by: 600)
    #expect(try await app.auth.restore()?.uid == uid)
    try await upgrade(app)
    #expect(try ways(app) == ["apple.com"])
    #expect(app.device.savedPasswords.isEmpty)
  }

  @Test("is done already when the service was told and the device was not")
  func alreadyDone() async throws {
    let app = try await app()
    let user = try app.user()
    try await replace(app, user, consent: consent)
    #expect(try ways(app) == ["apple.com"])
    try await upgrade(app)
    #expect(app.device.savedPasswords.isEmpty)
    #expect(await app.service.requests("accounts:signInWithIdp").count == 1)
  }

  @Test("upgrades within the app by one sheet")
  func inApp() async throws {
    let app = try await app()
    let user = try app.user()
    app.device.answerNext(.cancel)
    #expect(await app.failure { try await replace(app, user) }?.code == .canceled)
    try await replace(app, user, consent: consent)
    #expect(try ways(app) == ["apple.com"])
    #expect(try app.user().email == "maria@example.com")
  }

  @Test("refuses an account without a password, and another Apple Account than the linked one")
  func refusals() async throws {
    let app = App()
    let anonymous = try await app.auth.signInAnonymously().user
    #expect(await app.failure { try await replace(app, anonymous) }?.code == .noSuchProvider)
    let maria = try await self.app()
    let user = try maria.user()
    try await user.link(with: maria.credential(), consent: consent)
    maria.device.account = DeviceAccount(email: "amir@example.com")
    #expect(await maria.failure { try await replace(maria, user) }?.code == .userMismatch)
    #expect(try ways(maria) == ["apple.com", "password"])
  }

  @Test("takes over the tokens of an extension before it believes that the session ended")
  func sharedTokens() async throws {
    let app = try await app()
    let elsewhere = Auth(app.auth.configuration)
    let user = try #require(try await elsewhere.restore())
    // Ends every session and opens another, as any change of credentials does.
    try await replace(app, user, consent: consent)
    #expect(try await app.user().getIDToken(forcingRefresh: true).isEmpty == false)
    #expect(app.auth.currentUser?.uid == user.uid)
  }

  final class Seen: @unchecked Sendable {  // state guarded by lock
    private let lock = NSLock()
    private var lines: [String] = []
    var calls: [String] { lock.withLock { lines } }
    func add(_ line: String) { lock.withLock { lines.append(line) } }
  }

  /// An extension that wants to be shown, and then fails.
  final class AskingExtension: ASAccountAuthenticationModificationViewController {
    private let seen: Seen

    init(_ seen: Seen) {
      self.seen = seen
      super.init()
    }

    override func convertAccountToSignInWithAppleWithoutUserInteraction(
      for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
      userInfo: [AnyHashable: Any]?
    ) {
      seen.add("quiet with \(existingCredential.password.count) characters")
      extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
    }

    override func prepareInterfaceToConvertAccountToSignInWithApple(
      for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
      userInfo: [AnyHashable: Any]?
    ) {
      seen.add("shown with \(existingCredential.password.count) characters")
      extensionContext.cancelRequest(withError: ASExtensionError(.failed))
    }
  }
}
