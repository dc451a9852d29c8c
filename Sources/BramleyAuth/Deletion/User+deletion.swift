public import AppleSignIn

extension User {
  /// Deletes the account in one call: a fresh authorization by Apple, its revocation, the deletion, the local
  /// wipe.
  ///
  /// Each step is written down. An interrupted run goes on with ``Auth/resumeDeletion()``; calling this again
  /// is right too. An account without Apple is deleted after a recent sign-in.
  ///
  /// - Throws: ``AuthErrorCode/canceled`` if the person closed the sheet: nothing happened then.
  ///   ``AuthErrorCode/userMismatch`` if another Apple Account answered: nothing was sent.
  @MainActor public func deleteAccount(
    authorizing flow: SignInWithApple = .shared
  ) async throws(AuthError) {
    try await mine()
    let hasApple = providerData.contains { $0.providerID == AuthProviderID.apple.rawValue }
    try await engine.deleteAccount {
      hasApple ? AuthCredential(try await flow.signIn(scopes: [])) : nil
    }
  }

  /// Runs an action that wants a recent sign-in; if the service refuses it, Apple authorizes anew, the person
  /// is reauthenticated, and the action runs once more.
  ///
  /// - Throws: What the action throws; ``AuthErrorCode/canceled`` if the person closed the sheet;
  ///   ``AuthErrorCode/userMismatch`` if another Apple Account answered.
  @MainActor public func withRecentSignIn<Value: Sendable>(
    authorizing flow: SignInWithApple = .shared, _ action: @MainActor @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await action()
    } catch let error as AuthError {
      guard error.code == .requiresRecentLogin else { throw error }
    }
    let credential: AppleCredential
    do throws(AppleSignInError) {
      credential = try await flow.signIn(scopes: [])
    } catch {
      throw AuthError(error)
    }
    try await reauthenticate(with: AuthCredential(credential))
    return try await action()
  }
}
