import AuthenticationServices
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@Suite("Simulated device") @MainActor struct SimulatedDeviceTests {
  @Test("closes an open sheet when the app cancels, unless the system is one that cannot")
  func cancel() async {
    for honors in [true, false] {
      let device = SimulatedDevice()
      device.honorsCancel = honors
      device.answerNext(.never)
      await device.run {
        let made = Self.controller()
        let anchor = Anchor()
        made.presentationContextProvider = anchor
        made.performRequests()
        #expect(await eventually { device.openSheets == 1 })
        made.cancel()
        #expect(device.openSheets == (honors ? 0 : 1))
      }
    }
  }

  @Test("knows a grant until the person stops using the app, and says so when asked")
  func states() async throws {
    let apple = OfflineAppleService()
    let device = SimulatedDevice(apple: apple, notificationCenter: NotificationCenter())
    let account = try #require(device.account)
    let request = NativeAuthorizationRequest(clientID: "com.example.app", account: account)
    let first = await apple.authorize(request)
    #expect(await apple.credentialState(clientID: "com.example.app", user: first.user) == .authorized)
    #expect(await apple.credentialState(clientID: "com.example.other", user: first.user) == .notFound)
    try await device.stopUsingApp()
    #expect(await apple.credentialState(clientID: "com.example.app", user: first.user) == .revoked)
    let again = await apple.authorize(request)
    #expect(again.user == first.user)
    #expect(again.email == account.email)
    #expect(again.authorizationCode != first.authorizationCode)
    try await device.transferApp(toTeam: "OTHERTEAM1")
    #expect(await apple.credentialState(clientID: "com.example.app", user: first.user) == .transferred)
  }

  @Test("is the device of the whole process once installed; without one everything fails")
  func installed() async throws {
    let device = SimulatedDevice()
    for isInstalled in [false, true, false] {
      if isInstalled { device.install() } else { SimulatedDevice.uninstall() }
      let isDevice = await withCheckedContinuation { continuation in
        ASAuthorizationAppleIDProvider().getCredentialState(forUserID: "nobody") { state, error in
          #expect(state == .notFound)
          #expect((error as? NSError)?.code == 1000)
          continuation.resume(returning: (error as? NSError)?.userInfo[NSUnderlyingErrorKey] != nil)
        }
      }
      #expect(isDevice == isInstalled)
    }
  }

  @Test(
    "makes an account with a passkey only where no Apple sign-in is better and the device can: sheet 1.13")
  func accountCreation() async throws {
    let device = SimulatedDevice()
    #expect(await create(on: device).failure?.code == 1010)
    device.isConfiguredForPasskeys = true
    device.answerNext(.cancel)
    #expect(await create(on: device).failure?.code == 1001)
    device.answerNext(.share(name: .emptied))
    let made = try #require(
      await create(on: device).credential as? ASAuthorizationAccountCreationPlatformPublicKeyCredential)
    guard case .email(let address) = made.contactIdentifier else {
      Issue.record("no address")
      return
    }
    #expect(address.value == "maria@example.com")
    #expect(made.name?.givenName == nil)
    #expect(
      String(decoding: made.credentialRegistration.rawClientDataJSON, as: UTF8.self)
        .contains(#""challenge":"AQID""#))
    #expect(await run(ASAuthorizationAppleIDProvider().createRequest(), on: device).failure == nil)
    #expect(await create(on: device).failure?.code == 1009)
    #expect(device.attempts.filter(\.asksForAccountCreation).count == 4)
  }

  @Test("takes no passkey request, as a device without passkeys would not")
  func passkey() async {
    let device = SimulatedDevice()
    let request = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")
      .createCredentialAssertionRequest(challenge: Data([1]))
    #expect(await run(request, on: device).failure?.code == 1003)
  }

  private func create(on device: SimulatedDevice) async -> Outcome {
    await run(
      ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
        acceptedContactIdentifiers: [.email], shouldRequestName: true, relyingPartyIdentifier: "example.com",
        challenge: Data([1, 2, 3]), userID: Data([4])), on: device)
  }

  private func run(_ request: ASAuthorizationRequest, on device: SimulatedDevice) async -> Outcome {
    let outcome = Outcome()
    await device.run {
      await withCheckedContinuation { continuation in
        outcome.done = continuation
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = outcome
        controller.presentationContextProvider = outcome
        controller.performRequests()
      }
    }
    return outcome
  }

  final class Outcome: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
  {
    var credential: (any ASAuthorizationCredential)?
    var failure: NSError?
    var done: CheckedContinuation<Void, Never>?

    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      credential = authorization.credential
      done?.resume()
    }

    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithError error: any Error
    ) {
      failure = error as NSError
      done?.resume()
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { .init() }
  }

  final class Anchor: NSObject, ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { .init() }
  }

  private static func controller() -> ASAuthorizationController {
    ASAuthorizationController(authorizationRequests: [ASAuthorizationAppleIDProvider().createRequest()])
  }
}
