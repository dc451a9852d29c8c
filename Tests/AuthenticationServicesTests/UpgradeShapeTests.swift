import AuthenticationServices
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@Suite("Upgrading password accounts: sheet 1.12") @MainActor struct UpgradeShapeTests {
  /// What an extension was asked, and how it ends it.
  @MainActor final class Script {
    var asked: [String] = []
    var quiet: @MainActor (ASAccountAuthenticationModificationExtensionContext) -> Void = { _ in }
    var shown: @MainActor (ASAccountAuthenticationModificationExtensionContext) -> Void = { _ in }
  }

  final class Extension: ASAccountAuthenticationModificationViewController {
    private let script: Script

    init(_ script: Script) {
      self.script = script
      super.init()
    }

    override func convertAccountToSignInWithAppleWithoutUserInteraction(
      for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
      userInfo: [AnyHashable: Any]?
    ) {
      script.asked.append(
        "convert \(existingCredential.user)/\(existingCredential.password) at \(serviceIdentifier.identifier)"
          + " with \(userInfo?["token"] as? String ?? "nothing")")
      script.quiet(extensionContext)
    }

    override func prepareInterfaceToConvertAccountToSignInWithApple(
      for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
      userInfo: [AnyHashable: Any]?
    ) {
      script.asked.append("prepare to convert")
      script.shown(extensionContext)
    }

    override func changePasswordWithoutUserInteraction(
      for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
      newPassword: String, userInfo: [AnyHashable: Any]?
    ) {
      script.asked.append("change to \(newPassword.count) characters")
      extensionContext.completeChangePasswordRequest(
        updatedCredential: ASPasswordCredential(user: existingCredential.user, password: newPassword),
        userInfo: ["done": true])
    }
  }

  final class Outcome: NSObject, ASAccountAuthenticationModificationControllerDelegate,
    ASAccountAuthenticationModificationControllerPresentationContextProviding
  {
    var texts: [String] = []
    var waiting: CheckedContinuation<Void, Never>?

    nonisolated func accountAuthenticationModificationController(
      _ controller: ASAccountAuthenticationModificationController,
      didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest,
      userInfo: [AnyHashable: Any]?
    ) { end("done with \(userInfo?.count ?? 0)") }

    nonisolated func accountAuthenticationModificationController(
      _ controller: ASAccountAuthenticationModificationController,
      didFail request: ASAccountAuthenticationModificationRequest, error: any Error
    ) { end("\((error as NSError).domain) \((error as NSError).code)") }

    func presentationAnchor(
      for controller: ASAccountAuthenticationModificationController
    ) -> ASPresentationAnchor { ASPresentationAnchor() }

    /// Apple's delegate is on no actor; it is called on the main thread all the same.
    private nonisolated func end(_ text: String) {
      MainActor.assumeIsolated {
        texts.append(text)
        waiting?.resume()
        waiting = nil
      }
    }
  }

  private let script = Script()
  private let outcome = Outcome()
  private let clock = ManualClock()

  private func device() -> SimulatedDevice {
    let device = SimulatedDevice(clock: clock)
    device.savedPasswords = [SavedPassword(user: "maria", password: "pw")]
    device.upgradeExtension = { [script] in Extension(script) }
    return device
  }

  private let service = ASCredentialServiceIdentifier(identifier: "example.com", type: .domain)

  private var replacement: ASAccountAuthenticationModificationRequest {
    ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest(
      user: "maria", serviceIdentifier: service, userInfo: ["token": "t"])
  }

  private func run(
    _ device: SimulatedDevice, _ request: ASAccountAuthenticationModificationRequest, hasWindow: Bool = true,
    meanwhile: () async -> Void = {}
  ) async {
    await device.run {
      let controller = ASAccountAuthenticationModificationController()
      controller.delegate = outcome
      controller.presentationContextProvider = hasWindow ? outcome : nil
      controller.perform(request)
      await meanwhile()
      if outcome.texts.isEmpty { await withCheckedContinuation { outcome.waiting = $0 } }
    }
  }

  @Test("fails without a window, and with a request of no known kind")
  func withoutWindow() async {
    await run(device(), replacement, hasWindow: false)
    #expect(outcome.texts == ["ASExtensionErrorDomain 0"])
    outcome.texts = []
    await run(device(), ASAccountAuthenticationModificationRequest())
    #expect(outcome.texts == ["\(ASAuthorizationErrorDomain) 1000"])
    #expect(script.asked.isEmpty)
  }

  @Test("fails a second request at once while the first is running")
  func second() async {
    script.quiet = { _ in }  // never ends
    let device = device()
    await device.run {
      let controller = ASAccountAuthenticationModificationController()
      controller.delegate = outcome
      controller.presentationContextProvider = outcome
      controller.perform(replacement)
      await withCheckedContinuation {
        outcome.waiting = $0
        controller.perform(replacement)
      }
      #expect(outcome.texts == ["ASExtensionErrorDomain 0"])
    }
  }

  @Test("hands the extension an empty password and the app's words, and the app the extension's")
  func words() async {
    script.quiet = { $0.completeUpgradeToSignInWithApple(userInfo: ["a": 1]) }
    let device = device()
    await run(device, replacement)
    #expect(script.asked == ["convert maria/ at example.com with t"])
    #expect(outcome.texts == ["done with 1"])
    #expect(device.savedPasswords.isEmpty)
  }

  @Test(
    "shows the extension when it cancels with userCanceled before it asked Apple, or wants interaction",
    arguments: [ASExtensionError.Code.userCanceled, .userInteractionRequired])
  func shown(_ code: ASExtensionError.Code) async {
    script.quiet = { $0.cancelRequest(withError: ASExtensionError(code)) }
    script.shown = { $0.completeUpgradeToSignInWithApple() }
    await run(device(), replacement)
    #expect(script.asked.count == 2)
    #expect(outcome.texts == ["done with 0"])
  }

  @Test("ends when the extension fails, and counts its first word only", arguments: [true, false])
  func firstWord(_ failsFirst: Bool) async {
    script.quiet = { context in
      if failsFirst { context.cancelRequest(withError: ASExtensionError(.failed)) }
      context.completeUpgradeToSignInWithApple()
      context.cancelRequest(withError: ASExtensionError(.failed))
    }
    let device = device()
    await run(device, replacement)
    #expect(outcome.texts == [failsFirst ? "ASExtensionErrorDomain 0" : "done with 0"])
    #expect(device.savedPasswords.isEmpty == !failsFirst)
  }

  @Test("cancels an extension that shows nothing after ten seconds")
  func tenSeconds() async {
    let device = device()
    await run(device, replacement) {
      await clock.untilSleeping()
      clock.advance(by: .seconds(10))
    }
    #expect(outcome.texts == ["ASExtensionErrorDomain 1"])
    #expect(device.savedPasswords.count == 1)
  }

  @Test("gives Apple's credential once, by completion and by await, and the failure as an error")
  func authorization() async throws {
    let device = device()
    var users: [String] = []
    script.quiet = { context in
      context.getSignInWithAppleUpgradeAuthorization(state: "s", nonce: "n") { credential, error in
        #expect(credential?.state == "s")
        #expect(error == nil)
        context.completeUpgradeToSignInWithApple()
      }
    }
    await run(device, replacement)
    #expect(outcome.texts == ["done with 0"])
    #expect(device.attempts.map(\.nonce) == ["n"])
    outcome.texts = []
    device.savedPasswords = [SavedPassword(user: "maria", password: "pw")]
    device.answerNext(.cancel)
    script.quiet = { context in
      Task {
        do {
          users.append(
            try await context.requestSignInWithAppleUpgradeAuthorization(state: nil, nonce: nil).user)
        } catch {
          users.append("\((error as NSError).code)")
          context.cancelRequest(withError: ASExtensionError(.userCanceled))
        }
      }
    }
    await run(device, replacement)
    #expect(users == ["1001"])
    // After Apple's sheet it is the person who gave up: nothing more is shown.
    #expect(outcome.texts == ["ASExtensionErrorDomain 1"])
  }

  @Test("saves the strong password that the extension took over")
  func strongPassword() async {
    let device = device()
    await run(
      device,
      ASAccountAuthenticationModificationUpgradePasswordToStrongPasswordRequest(
        user: "maria", serviceIdentifier: service))
    #expect(script.asked == ["change to 20 characters"])
    #expect(outcome.texts == ["done with 1"])
    #expect(device.savedPasswords.first?.password.count == 20)
  }

  @Test("fails an upgrade that a subclass does not do, and does nothing before the system began")
  func bareClass() async {
    let device = device()
    device.upgradeExtension = { ASAccountAuthenticationModificationViewController() }
    await run(device, replacement)
    #expect(outcome.texts == ["ASExtensionErrorDomain 0"])
    let alone = ASAccountAuthenticationModificationViewController()
    alone.cancelRequest()
    await #expect(throws: (any Error).self) {
      try await alone.extensionContext.requestSignInWithAppleUpgradeAuthorization(state: nil, nonce: nil)
    }
  }
}
