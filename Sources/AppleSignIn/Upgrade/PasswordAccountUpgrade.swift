#if !os(macOS) && !os(tvOS) && !os(watchOS)
  public import AuthenticationServices
  public import Foundation

  /// Turns an account with a saved password into one that signs in with Apple, through the app's extension.
  ///
  /// iOS, iPadOS, Mac Catalyst and visionOS only. The extension gets an empty password and authorises itself
  /// with the session; after success the system deletes the saved password.
  @MainActor public final class PasswordAccountUpgrade: NSObject {
    private let window: (@MainActor @Sendable () -> PresentationAnchor?)?
    private var controller: ASAccountAuthenticationModificationController?
    private var waiting: CheckedContinuation<Result<Void, AppleSignInError>, Never>?

    /// An upgrade; the window is the one in front unless named.
    public init(window: (@MainActor @Sendable () -> PresentationAnchor?)? = nil) {
      self.window = window
      super.init()
    }

    /// Runs the upgrade of one saved password.
    ///
    /// - Parameters:
    ///   - user: The account's name as saved.
    ///   - domain: The domain that the password is saved for.
    /// - Throws: ``AppleSignInError/Code/alreadyRunning`` during another one; a cancellation; the failure.
    public func replacePassword(of user: String, domain: String) async throws(AppleSignInError) {
      guard waiting == nil, controller == nil else { throw AppleSignInError(.alreadyRunning) }
      let controller = ASAccountAuthenticationModificationController()
      controller.delegate = self
      controller.presentationContextProvider = self
      self.controller = controller
      let request = ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest(
        user: user,
        serviceIdentifier: ASCredentialServiceIdentifier(identifier: domain, type: .domain))
      let result = await withCheckedContinuation { continuation in
        waiting = continuation
        controller.perform(request)
      }
      self.controller = nil
      try result.get()
    }

    private func end(_ result: Result<Void, AppleSignInError>) {
      waiting?.resume(returning: result)
      waiting = nil
    }
  }

  extension PasswordAccountUpgrade: ASAccountAuthenticationModificationControllerDelegate,
    ASAccountAuthenticationModificationControllerPresentationContextProviding
  {
    /// Ends the upgrade well.
    public func accountAuthenticationModificationController(
      _ controller: ASAccountAuthenticationModificationController,
      didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest,
      userInfo: [AnyHashable: Any]?
    ) { end(.success(())) }

    /// Ends the upgrade with the system's failure.
    public func accountAuthenticationModificationController(
      _ controller: ASAccountAuthenticationModificationController,
      didFail request: ASAccountAuthenticationModificationRequest, error: any Error
    ) {
      let system = error as NSError
      let isCancel = system.domain == ASExtensionErrorDomain && system.code == 1
      end(.failure(isCancel ? AppleSignInError(.canceled) : AppleSignInError(system: error)))
    }

    /// Names the window.
    public func presentationAnchor(
      for controller: ASAccountAuthenticationModificationController
    ) -> ASPresentationAnchor { window?() ?? SystemPlatform.frontWindow() }
  }
#endif
