#if !os(macOS) && !os(tvOS) && !os(watchOS)
  public import AppleSignIn
  public import AuthenticationServices
  import Foundation

  /// The principal class of the app's account modification extension: replaces a saved password by Apple.
  ///
  /// Subclass it, name the session and the consent, and name the subclass in the extension's `Info.plist`. The
  /// person is known by the session that app and extension share, or by the saved password where the system
  /// hands it over, as in Settings.
  @MainActor open class PasswordUpgradeViewController: ASAccountAuthenticationModificationViewController {
    private var running: Task<Void, Never>?

    /// The session of the app; its storage must be one that app and extension share.
    open var auth: Auth { Auth.auth() }

    /// Apple's flow; the token names the app, so its identifier must be among the audiences.
    open var flow: SignInWithApple { .shared }

    /// What the person agrees to by the upgrade; services want it unless configured otherwise.
    open var consent: ConsentStatement? { nil }

    /// Upgrades at once if the person is known, else asks to be shown.
    override open func convertAccountToSignInWithAppleWithoutUserInteraction(
      for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
      userInfo: [AnyHashable: Any]?
    ) { upgrade(existingCredential, ifUnknown: .userInteractionRequired) }

    /// Fails if the person is not known; override it to let them sign in, and then call ``upgrade(_:)``.
    override open func prepareInterfaceToConvertAccountToSignInWithApple(
      for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
      userInfo: [AnyHashable: Any]?
    ) { upgrade(existingCredential) }

    /// Gives up: what the service has done by then is gone on with by the next upgrade.
    override open func cancelRequest() {
      running?.cancel()
      super.cancelRequest()
    }

    /// Upgrades the account of a saved password and ends the request.
    public func upgrade(_ saved: ASPasswordCredential) { upgrade(saved, ifUnknown: .failed) }

    private func upgrade(_ saved: ASPasswordCredential, ifUnknown unknown: ASExtensionError.Code) {
      guard running == nil else { return }
      running = Task {
        do throws(AuthError) {
          guard let (session, user) = try await owner(of: saved) else {
            return extensionContext.cancelRequest(withError: ASExtensionError(unknown))
          }
          try await replacePassword(of: user)
          if session !== auth { try? await session.signOut() }
          extensionContext.completeUpgradeToSignInWithApple(userInfo: nil)
        } catch {
          extensionContext.cancelRequest(withError: Self.failure(error))
        }
      }
    }

    private func replacePassword(of user: User) async throws(AuthError) {
      let credential: AppleCredential
      do throws(AppleSignInError) {
        credential = try await flow.upgradeAuthorization(in: extensionContext)
      } catch {
        throw AuthError(error)
      }
      try await user.replacePassword(with: credential, consent: consent)
    }

    /// Who owns the saved password: the person signed in here, or whoever it signs in; nil: nobody can tell.
    private func owner(of saved: ASPasswordCredential) async throws(AuthError) -> (Auth, User)? {
      if let user = try await auth.restore(), user.email?.lowercased() == saved.user.lowercased() {
        return (auth, user)
      }
      guard !saved.password.isEmpty else { return nil }
      // A session of its own: the app's may be another person's, and stays.
      var configuration = auth.configuration
      configuration.storage = MemoryStorage()
      let own = Auth(configuration)
      return (own, try await own.signIn(withEmail: saved.user, password: saved.password).user)
    }

    private static func failure(_ error: AuthError) -> ASExtensionError {
      error.code == .canceled
        ? ASExtensionError(.userCanceled)
        : ASExtensionError(
          .failed, userInfo: [NSLocalizedFailureReasonErrorKey: "\(AuthErrorDomain) \(error.code.rawValue)"])
    }
  }
#endif
