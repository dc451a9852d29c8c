public import Foundation

/// Runs requests to change how a saved account signs in, through the app's extension.
public class ASAccountAuthenticationModificationController: NSObject {
  /// Learns the outcome; not kept alive by the controller.
  public weak var delegate: (any ASAccountAuthenticationModificationControllerDelegate)?
  /// Names the window; not kept alive by the controller.
  public weak var presentationContextProvider:
    (any ASAccountAuthenticationModificationControllerPresentationContextProviding)?

  private let service = AuthorizationSystem.service
  private let lock = NSLock()
  private var isRunning = false  // guarded by lock

  /// A controller; one request at a time.
  override public init() { super.init() }

  /// Runs a request; a second one while the first is running fails at once.
  public func perform(_ request: ASAccountAuthenticationModificationRequest) {
    let running = Running(controller: self, request: request)
    let isFirst = lock.withLock {
      defer { isRunning = true }
      return !isRunning
    }
    guard isFirst else {
      Task { @MainActor in running.tell(.failure(ASExtensionError(.failed))) }
      return
    }
    Task { @MainActor in running.begin() }
  }

  private static func modification(
    _ request: ASAccountAuthenticationModificationRequest, hasWindow: Bool
  ) -> AccountModification? {
    switch request {
    case let apple as ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest:
      AccountModification(
        .signInWithApple, user: apple.user, service: apple.serviceIdentifier,
        userInfo: AccountModification.UserInfo(apple.userInfo), hasWindow: hasWindow)
    case let strong as ASAccountAuthenticationModificationUpgradePasswordToStrongPasswordRequest:
      AccountModification(
        .strongPassword, user: strong.user, service: strong.serviceIdentifier,
        userInfo: AccountModification.UserInfo(strong.userInfo), hasWindow: hasWindow)
    default: nil
    }
  }

  /// Keeps controller and request alive until the answer, as the system does.
  ///
  /// Unchecked: the request does not change, and the controller is touched on the main actor or under its lock.
  private struct Running: @unchecked Sendable {
    let controller: ASAccountAuthenticationModificationController
    let request: ASAccountAuthenticationModificationRequest

    @MainActor func begin() {
      let hasWindow = controller.presentationContextProvider?.presentationAnchor(for: controller) != nil
      guard let service = controller.service,
        let modification = ASAccountAuthenticationModificationController.modification(
          request, hasWindow: hasWindow)
      else { return end(.failure(AuthorizationSystem.missing)) }
      service.modify(modification) { result in
        Task { @MainActor in end(result) }
      }
    }

    @MainActor private func end(_ result: Result<AccountModification.UserInfo, any Error>) {
      controller.lock.withLock { controller.isRunning = false }
      tell(result)
    }

    @MainActor func tell(_ result: Result<AccountModification.UserInfo, any Error>) {
      switch result {
      case .success(let userInfo):
        controller.delegate?.accountAuthenticationModificationController(
          controller, didSuccessfullyComplete: request, userInfo: userInfo.values)
      case .failure(let error):
        controller.delegate?.accountAuthenticationModificationController(
          controller, didFail: request, error: error)
      }
    }
  }
}
