extension Auth {
  /// What a call with a completion hands over, on the main thread.
  public typealias AuthDataResultCallback = @MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void

  /// Signs in with a credential and calls back once, on the main thread.
  public func signIn(with credential: AuthCredential, completion: AuthDataResultCallback?) {
    run(completion) { () throws(AuthError) in try await self.signIn(with: credential) }
  }

  /// Signs in with address and password and calls back once, on the main thread.
  public func signIn(withEmail email: String, password: String, completion: AuthDataResultCallback?) {
    run(completion) { () throws(AuthError) in
      try await self.signIn(withEmail: email, password: password)
    }
  }

  /// Signs in anonymously and calls back once, on the main thread.
  public func signInAnonymously(completion: AuthDataResultCallback?) {
    run(completion) { () throws(AuthError) in try await self.signInAnonymously() }
  }

  private func run(
    _ completion: AuthDataResultCallback?,
    _ body: @escaping @Sendable () async throws(AuthError) -> AuthDataResult
  ) {
    Task { @MainActor in
      do throws(AuthError) {
        completion?(try await body(), nil)
      } catch {
        completion?(nil, error)
      }
    }
  }
}
