public import Foundation

/// What an extension talks to the system through while it changes how an account signs in.
///
/// On Apple's systems it inherits from `NSExtensionContext`, which does not exist here.
public class ASAccountAuthenticationModificationExtensionContext: NSObject, @unchecked Sendable {
  private let host: any AccountModificationHost

  package init(host: any AccountModificationHost) {
    self.host = host
    super.init()
  }

  /// Shows Apple's sheet, in which the person agrees to the upgrade.
  ///
  /// - Parameters:
  ///   - state: A text that comes back unchanged in the credential.
  ///   - nonce: A text that becomes the `nonce` claim of the identity token, unchanged.
  ///   - completionHandler: Gets the credential or the failure, once.
  public func getSignInWithAppleUpgradeAuthorization(
    state: String?, nonce: String?,
    completionHandler: @escaping (ASAuthorizationAppleIDCredential?, (any Error)?) -> Void
  ) {
    let handler = Handler(call: completionHandler)
    host.authorize(state: state, nonce: nonce) { result in
      switch result {
      case .success(let credential): handler.call(credential, nil)
      case .failure(let error): handler.call(nil, error)
      }
    }
  }

  /// Shows Apple's sheet, in which the person agrees to the upgrade.
  public func requestSignInWithAppleUpgradeAuthorization(
    state: String?, nonce: String?
  ) async throws -> ASAuthorizationAppleIDCredential {
    try await withCheckedThrowingContinuation { continuation in
      host.authorize(state: state, nonce: nonce) { continuation.resume(with: $0) }
    }
  }

  /// Ends the request well; the system then deletes the saved password.
  public func completeUpgradeToSignInWithApple(userInfo: [AnyHashable: Any]? = nil) {
    host.end(.upgraded(AccountModification.UserInfo(userInfo)))
  }

  /// Ends the request well; the system then saves the new password.
  public func completeChangePasswordRequest(
    updatedCredential: ASPasswordCredential, userInfo: [AnyHashable: Any]? = nil
  ) {
    host.end(.changedPassword(updatedCredential, AccountModification.UserInfo(userInfo)))
  }

  /// Ends the request without a change.
  ///
  /// - Parameter error: Of `ASExtensionErrorDomain`; `userInteractionRequired` asks to be shown.
  public func cancelRequest(withError error: any Error) { host.end(.canceled(error as NSError)) }

  /// Carries a handler over to the system's side.
  ///
  /// Unchecked: it is called once.
  private struct Handler: @unchecked Sendable {
    let call: (ASAuthorizationAppleIDCredential?, (any Error)?) -> Void
  }
}
