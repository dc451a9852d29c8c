#if !os(macOS) && !os(tvOS) && !os(watchOS)
  public import AuthenticationServices

  extension SignInWithApple {
    /// Shows Apple's sheet for an upgrade, from within the app's account modification extension.
    ///
    /// Link the credential at the service, end the password there, and then complete the request of the
    /// context: only that makes the system delete the saved password. The token names the app and not its
    /// extension: put the app's identifier into ``SignInConfiguration/audiences``.
    ///
    /// - Parameter context: The extension's context.
    /// - Returns: A credential whose state, nonce, audience and expiry were checked on this device.
    /// - Throws: The system's failure in our terms, or the first check that failed.
    public func upgradeAuthorization(
      in context: ASAccountAuthenticationModificationExtensionContext
    ) async throws(AppleSignInError) -> AppleCredential {
      let prepared = newRequest()
      let system: ASAuthorizationAppleIDCredential
      do {
        system = try await context.requestSignInWithAppleUpgradeAuthorization(
          state: prepared.state, nonce: prepared.nonce.hashed)
      } catch {
        throw AppleSignInError(system: error)
      }
      let reading = CredentialReading(configuration: configuration, prepared: prepared)
      return try await reading.credential(system)
    }
  }
#endif
