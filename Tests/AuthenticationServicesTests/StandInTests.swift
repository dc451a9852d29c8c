import AuthenticationServices
import Foundation
import SimulatedDevice
import Testing
import _ClientTesting

@Suite("Stand-in for AuthenticationServices") @MainActor struct StandInTests {
  @Test("numbers the errors as the system does")
  func errorCodes() {
    #expect(ASAuthorizationErrorDomain == "com.apple.AuthenticationServices.AuthorizationError")
    let codes: [ASAuthorizationError.Code] = [
      .unknown, .canceled, .invalidResponse, .notHandled, .failed, .notInteractive,
      .matchedExcludedCredential, .credentialImport, .credentialExport, .preferSignInWithApple,
      .deviceNotConfiguredForPasskeyCreation,
    ]
    #expect(codes.map(\.rawValue) == Array(1000...1010))
    #expect(ASWebAuthenticationSessionError.Code.presentationContextInvalid.rawValue == 3)
    #expect(ASExtensionError.Code.userInteractionRequired.rawValue == 100)
  }

  @Test("lets an error be caught by its code and read as an NSError")
  func errorPatterns() {
    do {
      throw ASAuthorizationError(.canceled)
    } catch ASAuthorizationError.canceled {
      let error = ASAuthorizationError(.canceled) as NSError
      #expect(error.domain == ASAuthorizationErrorDomain)
      #expect(error.code == 1001)
    } catch {
      Issue.record("not caught by its code")
    }
    let any: any Error = ASAuthorizationError(.unknown)
    #expect((any as? ASAuthorizationError)?.code == .unknown)
    #expect("\(any.localizedDescription)".contains("error 1000"))
  }

  @Test("numbers states and hints as the system does")
  func rawValues() {
    typealias State = ASAuthorizationAppleIDProvider.CredentialState
    #expect([State.revoked, .authorized, .notFound, .transferred].map(\.rawValue) == [0, 1, 2, 3])
    #expect(ASUserDetectionStatus.likelyReal.rawValue == 2)
    #expect(ASUserAgeRange.notChild.rawValue == 2)
    #expect(ASAuthorizationAppleIDButton.ButtonType.default == .signIn)
    #expect(ASAuthorizationAppleIDButton.Style.black.rawValue == 2)
  }

  @Test("works for code in the style of the usual tutorials, classForCoder included")
  func tutorialStyle() async throws {
    let device = SimulatedDevice()
    let delegate = TutorialDelegate()
    await device.run {
      await withCheckedContinuation { continuation in
        delegate.done = continuation
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = [.fullName, .email]
        request.state = "state"
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = delegate
        controller.presentationContextProvider = delegate
        controller.performRequests()
      }
    }
    #expect(delegate.credential?.state == "state")
    #expect(delegate.credential?.fullName?.givenName == "Maria")
    #expect(delegate.credential?.authorizedScopes == [.fullName, .email])
  }

  @Test("throws from the async query where the callback gets an error: sheet 1.5")
  func asyncState() async throws {
    let device = SimulatedDevice()
    await device.run {
      let error = await #expect(throws: (any Error).self) {
        try await ASAuthorizationAppleIDProvider().credentialState(forUserID: "nobody")
      }
      #expect((error as? NSError)?.code == 1000)
    }
  }

  @Test("opens no sheet when it is closed before")
  func earlyCancel() async {
    let device = SimulatedDevice()
    let delegate = TutorialDelegate()
    await device.run {
      await withCheckedContinuation { continuation in
        delegate.done = continuation
        let request = ASAuthorizationAppleIDProvider().createRequest()
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = delegate
        controller.performRequests()
        controller.cancel()
      }
    }
    #expect(device.attempts.isEmpty)
    #expect(delegate.credential == nil)
  }

  @Test("copies requests with their values")
  func copies() throws {
    let request = ASAuthorizationAppleIDProvider().createRequest()
    request.nonce = "n"
    request.state = "s"
    request.user = "u"
    request.requestedScopes = [.email]
    let copy = try #require(request.copy() as? ASAuthorizationAppleIDRequest)
    #expect((copy.nonce, copy.state, copy.user) == ("n", "s", "u"))
    #expect(copy.requestedScopes == [.email])
  }

  @Test("ends a web session at its callback, else with a cancellation, and starts once")
  func webSession() async throws {
    let device = SimulatedDevice()
    let anchor = WebAnchor()
    for (end, expected) in [("myapp://done?code=1", nil), ("https://elsewhere", 1)] as [(String, Int?)] {
      device.browseWith { _ in URL(string: end) }
      let page = try #require(URL(string: "https://example.com/signin"))
      let result = await device.run {
        await withCheckedContinuation { (continuation: CheckedContinuation<Int?, Never>) in
          let session = ASWebAuthenticationSession(url: page, callback: .customScheme("myapp")) {
            continuation.resume(returning: $0 == nil ? $1.map { ($0 as NSError).code } : nil)
          }
          session.presentationContextProvider = anchor
          #expect(session.start())
          #expect(!session.start())
        }
      }
      #expect(result == expected)
    }
  }

  final class WebAnchor: NSObject, ASWebAuthenticationPresentationContextProviding {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { .init() }
  }

  final class TutorialDelegate: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
  {
    var credential: ASAuthorizationAppleIDCredential?
    var done: CheckedContinuation<Void, Never>?

    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      if (authorization.credential as? NSObject)?.isKind(of: ASAuthorizationAppleIDCredential.classForCoder())
        == true
      {
        credential = authorization.credential as? ASAuthorizationAppleIDCredential
      }
      done?.resume()
    }

    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithError error: any Error
    ) { done?.resume() }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { .init() }
  }
}
