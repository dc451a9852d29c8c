public import Foundation

/// Learns how a change of an account ended; both methods are optional on Apple's systems.
@MainActor public protocol ASAccountAuthenticationModificationControllerDelegate: NSObjectProtocol {
  /// Says that the change was made.
  func accountAuthenticationModificationController(
    _ controller: ASAccountAuthenticationModificationController,
    didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest,
    userInfo: [AnyHashable: Any]?)
  /// Says that it was not.
  func accountAuthenticationModificationController(
    _ controller: ASAccountAuthenticationModificationController,
    didFail request: ASAccountAuthenticationModificationRequest, error: any Error)
}

extension ASAccountAuthenticationModificationControllerDelegate {
  /// Takes no notice.
  public func accountAuthenticationModificationController(
    _ controller: ASAccountAuthenticationModificationController,
    didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest,
    userInfo: [AnyHashable: Any]?
  ) {}
  /// Takes no notice.
  public func accountAuthenticationModificationController(
    _ controller: ASAccountAuthenticationModificationController,
    didFail request: ASAccountAuthenticationModificationRequest, error: any Error
  ) {}
}

/// Names the window for a sheet.
@MainActor
public protocol ASAccountAuthenticationModificationControllerPresentationContextProviding:
  NSObjectProtocol
{
  /// Names the window.
  func presentationAnchor(
    for controller: ASAccountAuthenticationModificationController
  ) -> ASPresentationAnchor
}

/// Asks the app's extension to change how an account signs in; one request at a time.
public class ASAccountAuthenticationModificationController: NSObject {
  /// Learns the outcome; not kept alive by the controller.
  public weak var delegate: (any ASAccountAuthenticationModificationControllerDelegate)?
  /// Names the window; not kept alive by the controller.
  public weak var presentationContextProvider:
    (any ASAccountAuthenticationModificationControllerPresentationContextProviding)?

  private let service = AuthorizationSystem.service

  /// A controller.
  override public init() { super.init() }

  /// Runs a request.
  public func perform(_ request: ASAccountAuthenticationModificationRequest) {
    let running = Running(controller: self, request: request)
    guard let service,
      let upgrade = request as? ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest
    else {
      Task { @MainActor in running.end(AuthorizationSystem.missing) }
      return
    }
    service.upgrade(upgrade.user, service: upgrade.serviceIdentifier.identifier) { error in
      Task { @MainActor in running.end(error) }
    }
  }

  /// Keeps controller and request alive until the answer.
  ///
  /// Unchecked: what it holds is touched on the main actor only.
  private struct Running: @unchecked Sendable {
    let controller: ASAccountAuthenticationModificationController
    let request: ASAccountAuthenticationModificationRequest

    @MainActor func end(_ error: (any Error)?) {
      if let error {
        controller.delegate?.accountAuthenticationModificationController(
          controller, didFail: request, error: error)
      } else {
        controller.delegate?.accountAuthenticationModificationController(
          controller, didSuccessfullyComplete: request, userInfo: nil)
      }
    }
  }
}
