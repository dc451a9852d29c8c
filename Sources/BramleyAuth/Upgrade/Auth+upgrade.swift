#if !os(macOS) && !os(tvOS) && !os(watchOS)
  public import AppleSignIn

  extension Auth {
    /// Upgrades the signed-in person's saved password through the app's extension, where the system can also
    /// delete what it saved.
    ///
    /// The extension is a ``PasswordUpgradeViewController`` with the same storage, so that its session is this
    /// one; see <doc:UpgradingPasswords>.
    ///
    /// - Parameters:
    ///   - user: The account's name as saved, the address.
    ///   - domain: The domain that the password is saved for.
    ///   - upgrade: The request to the system, with its time limit.
    /// - Throws: ``AuthErrorCode/canceled`` if the person gave up; ``AuthErrorCode/appleSignInFailed`` if the
    ///   extension failed.
    @MainActor @discardableResult public func replaceSavedPassword(
      of user: String, domain: String, through upgrade: PasswordAccountUpgrade = PasswordAccountUpgrade()
    ) async throws(AuthError) -> User {
      _ = try await engine.current()
      do throws(AppleSignInError) {
        try await upgrade.replacePassword(of: user, domain: domain)
      } catch {
        // It may have come as far as new tokens all the same.
        try? await engine.takeOverFromExtension()
        throw AuthError(error)
      }
      try await engine.takeOverFromExtension()
      guard let user = currentUser else { throw AuthError(.nullUser, "The session ended meanwhile.") }
      return user
    }
  }
#endif
