package import Foundation

/// A request to change how a saved account signs in, as the app makes it.
///
/// Unchecked: the service's identifier does not change.
package struct AccountModification: @unchecked Sendable {
  /// What becomes of the password.
  package enum Kind: Sendable {
    case signInWithApple
    case strongPassword
  }

  /// What app and extension tell each other.
  ///
  /// Unchecked: it is handed over once and never changed.
  package struct UserInfo: @unchecked Sendable {
    package let values: [AnyHashable: Any]?
    package init(_ values: [AnyHashable: Any]?) { self.values = values }
  }

  package let kind: Kind
  package let user: String
  package let service: ASCredentialServiceIdentifier
  package let userInfo: UserInfo
  package var hasWindow: Bool

  package init(
    _ kind: Kind, user: String, service: ASCredentialServiceIdentifier, userInfo: UserInfo, hasWindow: Bool
  ) {
    self.kind = kind
    self.user = user
    self.service = service
    self.userInfo = userInfo
    self.hasWindow = hasWindow
  }
}

/// The system's end of an extension's context.
package protocol AccountModificationHost: Sendable {
  /// Shows Apple's sheet for the person to agree to the upgrade.
  func authorize(
    state: String?, nonce: String?,
    completion: @escaping @Sendable (Result<ASAuthorizationAppleIDCredential, any Error>) -> Void)
  /// Takes in how the extension ended the request; the first end counts.
  func end(_ end: AccountModificationEnd)
}

/// How an extension ended a request.
package enum AccountModificationEnd: Sendable {
  case upgraded(AccountModification.UserInfo)
  case changedPassword(ASPasswordCredential, AccountModification.UserInfo)
  case canceled(NSError)
}
