public import Foundation

/// Learns how requests ended.
///
/// On Apple's systems the methods are optional; here each has an empty body to the same effect.
@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
  /// Says that an authorization came.
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
  /// Says that none will come.
  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error)
  /// Says that the person chose one of the app's own ways in; tvOS only.
  func authorizationController(
    _ controller: ASAuthorizationController, didCompleteWithCustomMethod method: ASAuthorizationCustomMethod)
}

extension ASAuthorizationControllerDelegate {
  /// Takes no notice.
  public func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
  ) {}
  /// Takes no notice.
  public func authorizationController(
    controller: ASAuthorizationController, didCompleteWithError error: any Error
  ) {}
  /// Takes no notice.
  public func authorizationController(
    _ controller: ASAuthorizationController, didCompleteWithCustomMethod method: ASAuthorizationCustomMethod
  ) {}
}

/// Names the window for a sheet.
@MainActor public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
  /// Names the window.
  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}
