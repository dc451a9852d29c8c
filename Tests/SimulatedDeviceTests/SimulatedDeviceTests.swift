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

  final class Anchor: NSObject, ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { .init() }
  }

  private static func controller() -> ASAuthorizationController {
    ASAuthorizationController(authorizationRequests: [ASAuthorizationAppleIDProvider().createRequest()])
  }
}
