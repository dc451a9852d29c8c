extension User {
  /// What a call without a result hands over, on the main thread.
  public typealias UserCallback = @MainActor @Sendable ((any Error)?) -> Void

  /// Adds a way in and calls back once, on the main thread.
  public func link(
    with credential: AuthCredential, consent: ConsentStatement? = nil,
    completion: Auth.AuthDataResultCallback?
  ) {
    Auth.run(completion) { () throws(AuthError) in
      try await self.link(with: credential, consent: consent)
    }
  }

  /// Proves again that the person is there and calls back once, on the main thread.
  public func reauthenticate(with credential: AuthCredential, completion: Auth.AuthDataResultCallback?) {
    Auth.run(completion) { () throws(AuthError) in try await self.reauthenticate(with: credential) }
  }

  /// Deletes the account as it is and calls back once, on the main thread.
  public func delete(completion: UserCallback?) {
    Auth.run(completion) { () throws(AuthError) in try await self.delete() }
  }
}

extension ProfileChangeRequest {
  /// Sends the change and calls back once, on the main thread.
  public func commitChanges(completion: User.UserCallback?) {
    Auth.run(completion) { () throws(AuthError) in try await self.commitChanges() }
  }
}
