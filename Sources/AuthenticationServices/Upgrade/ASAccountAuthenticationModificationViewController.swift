public import Foundation

/// The principal object of an extension that changes how an account signs in; subclasses do the work.
///
/// On Apple's systems it inherits from `UIViewController`, which does not exist here.
@MainActor open class ASAccountAuthenticationModificationViewController: NSObject {
  private var context: ASAccountAuthenticationModificationExtensionContext?

  /// What the extension talks to the system through; the system sets it before it calls anything else.
  public var extensionContext: ASAccountAuthenticationModificationExtensionContext {
    context ?? ASAccountAuthenticationModificationExtensionContext(host: NoHost())
  }

  /// An object that serves one request.
  override public nonisolated init() { super.init() }

  package func begin(in context: ASAccountAuthenticationModificationExtensionContext) {
    self.context = context
  }

  /// Turns an account with a password into one that signs in with Apple, without showing anything.
  ///
  /// Fails with `ASExtensionError.failed` unless a subclass does it.
  open func convertAccountToSignInWithAppleWithoutUserInteraction(
    for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
    userInfo: [AnyHashable: Any]? = nil
  ) { fail() }

  /// Gets ready to be shown, after the form without interaction asked for it.
  open func prepareInterfaceToConvertAccountToSignInWithApple(
    for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
    userInfo: [AnyHashable: Any]? = nil
  ) { fail() }

  /// Gives an account a strong password, without showing anything.
  ///
  /// Fails with `ASExtensionError.failed` unless a subclass does it.
  open func changePasswordWithoutUserInteraction(
    for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
    newPassword: String, userInfo: [AnyHashable: Any]? = nil
  ) { fail() }

  /// Gets ready to be shown, after the form without interaction asked for it.
  open func prepareInterfaceToChangePassword(
    for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
    newPassword: String, userInfo: [AnyHashable: Any]? = nil
  ) { fail() }

  /// Called when the person or the system gives up; cancels with `ASExtensionError.userCanceled`.
  open func cancelRequest() {
    extensionContext.cancelRequest(withError: ASExtensionError(.userCanceled))
  }

  private func fail() { extensionContext.cancelRequest(withError: ASExtensionError(.failed)) }

  /// What an object talks to that no system made.
  private struct NoHost: AccountModificationHost {
    func authorize(
      state: String?, nonce: String?,
      completion: @escaping @Sendable (Result<ASAuthorizationAppleIDCredential, any Error>) -> Void
    ) { completion(.failure(AuthorizationSystem.missing)) }
    func end(_ end: AccountModificationEnd) {}
  }
}
