public import AppleSignIn

extension User {
  /// Turns an account with a password into one that signs in with Apple: links Apple, then ends the password.
  ///
  /// The address stays. Every other session ends with the password. An interrupted run goes on when it is
  /// called again, with a fresh credential.
  ///
  /// - Parameters:
  ///   - credential: A fresh answer of Apple.
  ///   - consent: What the person agreed to; a service that wants it refuses the link otherwise.
  /// - Throws: ``AuthErrorCode/noSuchProvider`` for an account without a password;
  ///   ``AuthErrorCode/userMismatch`` if another Apple Account is linked; what a link throws.
  @discardableResult public func replacePassword(
    with credential: AppleCredential, consent: ConsentStatement? = nil
  ) async throws(AuthError) -> User {
    try await mine()
    try await engine.replacePassword(AuthCredential(credential), consent: consent)
    return self
  }

  /// Shows Apple's sheet and replaces the account's password by its answer: the upgrade within the app.
  ///
  /// - Throws: ``AuthErrorCode/canceled`` if the person closed the sheet: nothing happened then.
  @MainActor @discardableResult public func replacePasswordWithApple(
    consent: ConsentStatement? = nil, authorizing flow: SignInWithApple = .shared
  ) async throws(AuthError) -> User {
    try await mine()
    let credential: AppleCredential
    do throws(AppleSignInError) {
      credential = try await flow.signIn()
    } catch {
      throw AuthError(error)
    }
    return try await replacePassword(with: credential, consent: consent)
  }
}
