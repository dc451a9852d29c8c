extension Auth {
  /// What a call with a completion hands over, on the main thread.
  public typealias AuthDataResultCallback = @MainActor @Sendable (AuthDataResult?, (any Error)?) -> Void

  /// Signs in with a credential and calls back once, on the main thread.
  public func signIn(with credential: AuthCredential, completion: AuthDataResultCallback?) {
    Self.run(completion) { () throws(AuthError) in try await self.signIn(with: credential) }
  }

  /// Signs in with address and password and calls back once, on the main thread.
  public func signIn(withEmail email: String, password: String, completion: AuthDataResultCallback?) {
    Self.run(completion) { () throws(AuthError) in
      try await self.signIn(withEmail: email, password: password)
    }
  }

  /// Signs in anonymously and calls back once, on the main thread.
  public func signInAnonymously(completion: AuthDataResultCallback?) {
    Self.run(completion) { () throws(AuthError) in try await self.signInAnonymously() }
  }

  /// Revokes the app's authorization at Apple and calls back once, on the main thread.
  public func revokeToken(withAuthorizationCode code: String, completion: User.UserCallback?) {
    Self.run(completion) { () throws(AuthError) in try await self.revokeToken(withAuthorizationCode: code) }
  }

  static func run(
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

  static func run(
    _ completion: User.UserCallback?, _ body: @escaping @Sendable () async throws(AuthError) -> Void
  ) {
    Task { @MainActor in
      do throws(AuthError) {
        try await body()
        completion?(nil)
      } catch {
        completion?(error)
      }
    }
  }
}
