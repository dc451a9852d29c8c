import AppleSignIn
import AuthenticationServices
import BramleyAuth
import Foundation
import SimulatedDevice
import Testing

/// The numbered points that no other flow walks through.
@Suite("Errors and moved code, to the service and back", .serialized, .timeLimit(.minutes(4)))
@MainActor struct PointFlowTests {
  @Test(
    "a failure of the system reaches the app with its causes, and the service hears nothing: point 5, FR-69")
  func failure() async throws {
    try await DevService.run { dev in
      let app = FlowApp(dev)
      app.device.hasCapability = false
      let error = try #require(await app.failure { try await app.signIn() })
      #expect(error.code == .appleSignInFailed)
      #expect(error.appleError?.code == .unknown)
      #expect(error.appleError?.hints.first == .capability)
      #expect(error.appleError?.sentence(in: Locale(identifier: "fa")).isEmpty == false)
      #expect(app.transport.paths.isEmpty)
      // A retry is safe: the cause is gone, and the person signs in.
      app.device.hasCapability = true
      #expect(try await app.signIn().additionalUserInfo?.isNewUser == true)
    }
  }

  // Apps that are released have no emulator.
  #if DEBUG
    @Test("code in the style of the usual guides signs in at the emulator that it names: points 7, 10")
    func moved() async throws {
      try await DevService.run { dev in
        let app = FlowApp(dev)
        let origin = try #require(URL(string: "https://auth.example.com"))
        let auth = Auth(AuthConfiguration(origin: origin, storage: MemoryStorage()))
        auth.useEmulator(withHost: "127.0.0.1", port: try #require(dev.service.port))
        let page = GuidePage()
        let result = try await app.device.run {
          try await withCheckedThrowingContinuation { page.show(auth, $0) }
        }
        #expect(result == "Maria Rossi, new")
        #expect(auth.currentUser?.providerData.map(\.providerID) == ["apple.com"])
        try await auth.signOut()
      }
    }
  #endif

  /// A page as guides show it: its own nonce, controller and delegate.
  final class GuidePage: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
  {
    private let nonce = RawNonce()
    private var auth: Auth?
    private var done: CheckedContinuation<String, any Error>?

    func show(_ auth: Auth, _ done: CheckedContinuation<String, any Error>) {
      (self.auth, self.done) = (auth, done)
      let request = ASAuthorizationAppleIDProvider().createRequest()
      request.requestedScopes = [.fullName, .email]
      request.nonce = nonce.hashed
      let controller = ASAuthorizationController(authorizationRequests: [request])
      controller.delegate = self
      controller.presentationContextProvider = self
      controller.performRequests()
    }

    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
      guard let apple = authorization.credential as? ASAuthorizationAppleIDCredential,
        let token = apple.identityToken.flatMap({ String(data: $0, encoding: .utf8) })
      else { return }
      let credential = OAuthProvider.appleCredential(
        withIDToken: token, rawNonce: nonce.text, fullName: apple.fullName)
      auth?.signIn(with: credential) { result, error in
        if let error { self.done?.resume(throwing: error) }
        guard let result else { return }
        let isNew = result.additionalUserInfo?.isNewUser == true
        self.done?.resume(returning: "\(result.user.displayName ?? ""), \(isNew ? "new" : "known")")
      }
    }

    func authorizationController(
      controller: ASAuthorizationController, didCompleteWithError error: any Error
    ) { done?.resume(throwing: error) }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { .init() }
  }
}
