public import AuthenticationServices

/// What an app asked the device for, as a test reads it.
public struct RecordedAttempt: Sendable, Equatable {
  /// The Apple request's nonce.
  public var nonce: String?
  /// The Apple request's state.
  public var state: String?
  /// The Apple request's scopes.
  public var scopes: [ASAuthorization.Scope] = []
  /// Whether Apple was asked.
  public var asksForAppleID = false
  /// Whether a saved password was asked for.
  public var asksForPassword = false
  /// Whether a new account with a passkey was asked for.
  public var asksForAccountCreation = false
  /// The app's own ways in that the sheet was to list.
  public var customMethods: [ASAuthorizationCustomMethod] = []
  /// Whether nothing may be shown when nothing is saved.
  public var isQuiet = false
  /// Whether a window was named.
  public var hasWindow: Bool

  init(_ attempt: AuthorizationAttempt) {
    hasWindow = attempt.hasWindow
    customMethods = attempt.customMethods
    isQuiet =
      attempt.options.contains(.preferImmediatelyAvailableCredentials) || attempt.manner == .autoFill
    for request in attempt.requests {
      if let apple = request as? ASAuthorizationAppleIDRequest {
        asksForAppleID = true
        nonce = apple.nonce
        state = apple.state
        scopes = apple.requestedScopes ?? []
      } else if request is ASAuthorizationPasswordRequest {
        asksForPassword = true
      } else if request is ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest {
        asksForAccountCreation = true
      }
    }
  }
}
