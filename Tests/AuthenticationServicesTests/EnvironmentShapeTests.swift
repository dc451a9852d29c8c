import AuthenticationServices
import Foundation
import SimulatedDevice
import Testing

@Suite("What SwiftUI's environment hands out, and tvOS's own ways in: sheet 1.8, 1.10, 1.11")
@MainActor struct EnvironmentShapeTests {
  private let device = SimulatedDevice()
  private var apple: ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDProvider().createRequest() }

  @Test("throws the system's error")
  func failure() async throws {
    device.answerNext(.cancel)
    let closed = await #expect(throws: (any Error).self) {
      try await device.authorizationController.performRequest(apple)
    }
    #expect((closed as? NSError)?.domain == ASAuthorizationErrorDomain)
    #expect((closed as? NSError)?.code == 1001)
    device.savedPasswords = []
    let quiet = await #expect(throws: (any Error).self) {
      try await device.authorizationController.performRequest(
        apple, options: .preferImmediatelyAvailableCredentials)
    }
    #expect((quiet as? NSError)?.code == 1001)
  }

  @Test("gives a result by its kind, in every form of the call")
  func results() async throws {
    let controller = device.authorizationController
    let request = apple
    request.requestedScopes = [.fullName]
    guard case .appleID(let credential) = try await controller.performRequests([request]) else {
      Issue.record("not Apple's")
      return
    }
    #expect(credential.fullName?.givenName == "Maria")
    device.savedPasswords = [SavedPassword(user: "maria", password: "pw")]
    let password = ASAuthorizationPasswordProvider().createRequest()
    device.answerNext(.usePassword(), .usePassword(), .usePassword())
    let answers = [
      try await controller.performRequests([password], options: []),
      try await controller.performAutoFillAssistedRequest(password),
      try await controller.performAutoFillAssistedRequests([password]),
    ]
    for answer in answers {
      guard case .password(let saved) = answer else {
        Issue.record("not a password")
        continue
      }
      #expect(saved.user == "maria")
    }
  }

  @Test("lists tvOS's own ways in and says which one was chosen, and none that was not listed")
  func customMethods() async throws {
    let controller = device.authorizationController
    device.answerNext(.useCustomMethod(.other), .useCustomMethod(.restorePurchase))
    let refused = await #expect(throws: (any Error).self) {
      try await controller.performRequest(apple, customMethods: [.restorePurchase])
    }
    #expect((refused as? NSError)?.code == 1003)
    let answer = try await controller.performRequests(
      [apple], customMethods: [.videoSubscriberAccount, .restorePurchase])
    guard case .customMethod(.restorePurchase) = answer else {
      Issue.record("not the way that was chosen")
      return
    }
    #expect(device.attempts.last?.customMethods == [.videoSubscriberAccount, .restorePurchase])
    #expect(ASAuthorizationCustomMethod(rawValue: "other") == .other)
  }

  @Test("tells a delegate of a custom method, with the label that the others lack: sheet 1.8")
  func delegate() async {
    let delegate = Chooser()
    device.account = nil
    device.answerNext(.useCustomMethod(.other))
    await device.run {
      let controller = ASAuthorizationController(authorizationRequests: [apple])
      #expect(controller.customAuthorizationMethods.isEmpty)
      controller.customAuthorizationMethods = [.other]
      controller.delegate = delegate
      controller.presentationContextProvider = delegate
      await withCheckedContinuation {
        delegate.done = $0
        controller.performRequests()
      }
    }
    #expect(delegate.method == .other)
  }

  @Test("opens a page and comes back, by scheme and by https callback, else cancels: sheet 1.11")
  func pages() async throws {
    let session = device.webAuthenticationSession
    let page = try #require(URL(string: "https://example.com/signin"))
    device.browseWith { _ in URL(string: "myapp://done") }
    let end = try await session.authenticate(using: page, callbackURLScheme: "myapp")
    #expect(end.absoluteString == "myapp://done")
    let failure = await #expect(throws: (any Error).self) {
      try await session.authenticate(
        using: page, callback: .https(host: "example.com", path: "/done"),
        preferredBrowserSession: .ephemeral, additionalHeaderFields: [:])
    }
    #expect(failure is ASWebAuthenticationSessionError)
    #expect((failure as? ASWebAuthenticationSessionError)?.code == .canceledLogin)
  }

  @Test("numbers every code and choice as the system does: sheet 1.5, 1.6, 1.9 to 1.12")
  func numbers() {
    typealias Button = ASAuthorizationAppleIDButton
    #expect([Button.ButtonType.signIn, .continue, .signUp].map(\.rawValue) == [0, 1, 2])
    #expect([Button.Style.white, .whiteOutline, .black].map(\.rawValue) == [0, 1, 2])
    #expect([ASUserDetectionStatus.unsupported, .unknown, .likelyReal].map(\.rawValue) == [0, 1, 2])
    #expect([ASUserAgeRange.unknown, .child, .notChild].map(\.rawValue) == [0, 1, 2])
    typealias Web = ASWebAuthenticationSessionError.Code
    #expect(
      [Web.canceledLogin, .presentationContextNotProvided, .presentationContextInvalid].map(\.rawValue)
        == [1, 2, 3])
    typealias Upgrade = ASExtensionError.Code
    #expect(
      [
        Upgrade.failed, .userCanceled, .userInteractionRequired, .credentialIdentityNotFound,
        .matchedExcludedCredential,
      ].map(\.rawValue) == [0, 1, 100, 101, 102])
    #expect(
      ASAuthorizationController.RequestOptions.preferImmediatelyAvailableCredentials.rawValue == 1)
    #expect(
      ASWebAuthenticationSessionErrorDomain == "com.apple.AuthenticationServices.WebAuthenticationSession")
    #expect(ASAuthorizationAppleIDProvider.CredentialState(rawValue: 4) == nil)
    #expect(ASAuthorizationAppleIDButton().cornerRadius > 0)
  }

  final class Chooser: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
  {
    var method: ASAuthorizationCustomMethod?
    var done: CheckedContinuation<Void, Never>?

    func authorizationController(
      _ controller: ASAuthorizationController, didCompleteWithCustomMethod method: ASAuthorizationCustomMethod
    ) {
      self.method = method
      done?.resume()
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { .init() }
  }
}
