#if !os(macOS) && !os(tvOS) && !os(watchOS)
  public import AuthenticationServices
  public import Foundation

  /// Turns an account with a saved password into one that signs in with Apple, through the app's extension.
  ///
  /// iOS, iPadOS, Mac Catalyst and visionOS only. The extension gets an empty password and authorises itself
  /// with the session; after success the system deletes the saved password. In the extension,
  /// ``SignInWithApple/upgradeAuthorization(in:)`` gets the credential.
  @MainActor public final class PasswordAccountUpgrade: NSObject {
    private let window: (@MainActor @Sendable () -> PresentationAnchor?)?
    private let timeLimit: Duration
    private let clock: any Clock<Duration>
    private var controller: ASAccountAuthenticationModificationController?
    private var waiting: CheckedContinuation<Result<Void, AppleSignInError>, Never>?

    /// An upgrade.
    ///
    /// - Parameters:
    ///   - window: The window for what is shown; nil: the one in front.
    ///   - timeLimit: How long the extension may take, with what the person does in it.
    ///   - clock: What the time limit waits on.
    public init(
      window: (@MainActor @Sendable () -> PresentationAnchor?)? = nil, timeLimit: Duration = .seconds(300),
      clock: any Clock<Duration> = ContinuousClock()
    ) {
      self.window = window
      self.timeLimit = timeLimit
      self.clock = clock
      super.init()
    }

    /// Runs the upgrade of one saved password.
    ///
    /// - Parameters:
    ///   - user: The account's name as saved.
    ///   - domain: The domain that the password is saved for.
    /// - Throws: ``AppleSignInError/Code/alreadyRunning`` during another one; a cancellation;
    ///   ``AppleSignInError/Code/timedOut``; the failure. The extension may have come to its end all the same,
    ///   so ask the service.
    public func replacePassword(of user: String, domain: String) async throws(AppleSignInError) {
      guard waiting == nil, controller == nil else { throw AppleSignInError(.alreadyRunning) }
      let controller = ASAccountAuthenticationModificationController()
      controller.delegate = self
      controller.presentationContextProvider = self
      self.controller = controller
      let (limit, clock) = (timeLimit, clock)
      let timer = Task { [weak self] in
        do { try await clock.sleep(for: limit) } catch { return }
        self?.end(.failure(AppleSignInError(.timedOut)))
      }
      let request = ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest(
        user: user,
        serviceIdentifier: ASCredentialServiceIdentifier(identifier: domain, type: .domain))
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          waiting = continuation
          if Task.isCancelled { return end(.failure(AppleSignInError(.taskCanceled))) }
          controller.perform(request)
        }
      } onCancel: {
        Task { @MainActor in self.end(.failure(AppleSignInError(.taskCanceled))) }
      }
      timer.cancel()
      self.controller = nil
      try result.get()
    }

    /// The answer to an upgrade that was given up must not end the next one.
    private func end(_ result: Result<Void, AppleSignInError>, from sender: ObjectIdentifier) {
      if controller.map(ObjectIdentifier.init) == sender { end(result) }
    }

    private func end(_ result: Result<Void, AppleSignInError>) {
      waiting?.resume(returning: result)
      waiting = nil
    }
  }

  extension PasswordAccountUpgrade: ASAccountAuthenticationModificationControllerDelegate,
    ASAccountAuthenticationModificationControllerPresentationContextProviding
  {
    // Apple's delegate is on no actor, though the system calls it on the main thread.

    /// Ends the upgrade well.
    public nonisolated func accountAuthenticationModificationController(
      _ controller: ASAccountAuthenticationModificationController,
      didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest,
      userInfo: [AnyHashable: Any]?
    ) {
      let sender = ObjectIdentifier(controller)
      Task { @MainActor in end(.success(()), from: sender) }
    }

    /// Ends the upgrade with the system's failure.
    public nonisolated func accountAuthenticationModificationController(
      _ controller: ASAccountAuthenticationModificationController,
      didFail request: ASAccountAuthenticationModificationRequest, error: any Error
    ) {
      let system = error as NSError
      let isCancel = system.domain == ASExtensionErrorDomain && system.code == 1
      let failure = isCancel ? AppleSignInError(.canceled) : AppleSignInError(system: error)
      let sender = ObjectIdentifier(controller)
      Task { @MainActor in end(.failure(failure), from: sender) }
    }

    /// Names the window.
    public func presentationAnchor(
      for controller: ASAccountAuthenticationModificationController
    ) -> ASPresentationAnchor { window?() ?? SystemPlatform.frontWindow() }
  }
#endif
