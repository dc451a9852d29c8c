public import Foundation

/// Learns how requests to change an account ended.
///
/// On Apple's systems the methods are optional; here both have an empty body to the same effect. The protocol
/// is on no actor, and neither is it here; the methods are called on the main thread.
public protocol ASAccountAuthenticationModificationControllerDelegate: NSObjectProtocol {
  /// Says that the account was changed.
  func accountAuthenticationModificationController(
    _ controller: ASAccountAuthenticationModificationController,
    didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest,
    userInfo: [AnyHashable: Any]?)
  /// Says that the account was not changed.
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

/// Names the window for an upgrade.
@MainActor
public protocol ASAccountAuthenticationModificationControllerPresentationContextProviding:
  NSObjectProtocol
{
  /// Names the window.
  func presentationAnchor(
    for controller: ASAccountAuthenticationModificationController
  ) -> ASPresentationAnchor
}
