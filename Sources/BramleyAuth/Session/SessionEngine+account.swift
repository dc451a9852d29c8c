import AppleSignIn
import Foundation

extension SessionEngine {
  func link(_ credential: AuthCredential, consent: ConsentStatement?) async throws(AuthError)
    -> AuthDataResult
  {
    let session = try await fresh()
    guard !(session.account.providerUserInfo ?? []).contains(where: { $0.providerID == credential.provider })
    else { throw AuthError(.providerAlreadyLinked, "The account has \(credential.provider) already.") }
    await keep(credential)
    let answer = try await prove(credential, .link(consent), idToken: session.idToken)
    let linked = try self.session(from: answer, credential)
    guard linked.account.localId == session.account.localId else {
      throw AuthError(.internalError, "The link answer is about another account.")
    }
    await replaceTokens(of: session.id, by: linked)
    try? await reload()
    guard let session = self.session else { throw AuthError(.nullUser, "The session ended meanwhile.") }
    board.emit(.accountChanged)
    return result(session, AdditionalUserInfo(answer), credential)
  }

  func unlink(_ provider: String) async throws(AuthError) {
    let session = try await current()
    guard (session.account.providerUserInfo ?? []).contains(where: { $0.providerID == provider }) else {
      throw AuthError(.noSuchProvider, "The account has no \(provider).")
    }
    try await update { $0.deleteProvider = [provider] }
    if provider == AuthProviderID.apple.rawValue { await change(session.id) { $0.appleUser = nil } }
  }

  /// Proves again that the signed-in person is there.
  func reauthenticate(_ credential: AuthCredential) async throws(AuthError) -> AuthDataResult {
    let session = try await current()
    if await isAnotherPersons(credential, than: session) {
      // It was not sent: the credential stays good for a sign-in of its own.
      throw AuthError(.userMismatch, "This is another Apple Account than the one signed in with.")
    }
    let answer: WireAnswers.SignIn
    do throws(AuthError) {
      answer = try await prove(credential, .reauthenticate, idToken: nil)
    } catch {
      guard error.code == .userNotFound else { throw error }
      throw AuthError(.userMismatch, "No account has this credential.")
    }
    let proven = try self.session(from: answer, credential)
    guard proven.account.localId == session.account.localId else {
      await signOutAtService(proven.refreshToken)
      throw AuthError(.userMismatch, "The credential belongs to another account.")
    }
    await replaceTokens(of: session.id, by: proven)
    try? await reload()
    guard let session = self.session else { throw AuthError(.nullUser, "The session ended meanwhile.") }
    return result(session, AdditionalUserInfo(answer), credential)
  }

  /// Keeps the session and its account, with the tokens of a later proof.
  ///
  /// A service that began another session for the proof leaves the earlier one: it is ended, so that the
  /// person's list shows this device once.
  private func replaceTokens(of id: UUID, by proven: StoredSession) async {
    let earlier = session
    await change(id) {
      $0.idToken = proven.idToken
      $0.refreshToken = proven.refreshToken
      $0.receivedAt = proven.receivedAt
      $0.lifetime = proven.lifetime
      $0.appleUser = proven.appleUser ?? $0.appleUser
    }
    board.emit(.tokenChanged)
    if let earlier, earlier.id == id, let old = TokenClaims(earlier.idToken)?.sid,
      let new = TokenClaims(proven.idToken)?.sid, old != new
    {
      await signOutAtService(earlier.refreshToken)
    }
  }

  func update(_ body: @Sendable (inout WireBodies.Update) -> Void) async throws(AuthError) {
    let session = try await current()
    let answer: WireAnswers.Update = try await authorized(.update) { token in
      var update = WireBodies.Update(idToken: token)
      body(&update)
      return update
    }
    if let idToken = answer.idToken, let refreshToken = answer.refreshToken,
      let lifetime = answer.expiresIn.flatMap(TimeInterval.init)
    {
      await change(session.id) {
        $0.idToken = idToken
        $0.refreshToken = refreshToken
        $0.receivedAt = configuration.now()
        $0.lifetime = lifetime
      }
      board.emit(.tokenChanged)
    }
    try await reload()
  }

  func revoke(code: String) async throws(AuthError) {
    let _: WireAnswers.Nothing = try await authorized(.revokeToken) {
      WireBodies.Revoke(idToken: $0, token: code)
    }
  }

  func signOut(_ reason: AuthEvent.EndReason = .signedOut) async throws(AuthError) {
    try await ready()
    guard let session else { return }
    await PendingSignOuts(storage: configuration.storage).add(session.refreshToken)
    await end(session.id, reason)
    await signOutAtService(session.refreshToken)
  }

  /// Ends a session at the service, now or at the next start when there is no network.
  func signOutAtService(_ refreshToken: String) async {
    let pending = PendingSignOuts(storage: configuration.storage)
    do throws(AuthError) {
      let _: WireAnswers.Nothing = try await client.call(
        .signOut, WireBodies.SignOut(refreshToken: refreshToken))
    } catch {
      if [.networkError, .timedOut, .unavailable, .canceled].contains(error.code) {
        return await pending.add(refreshToken)
      }
      // The service knows no such session any more.
    }
    await pending.drop(refreshToken)
  }

  func sendPendingSignOuts() async {
    for token in await PendingSignOuts(storage: configuration.storage).all() {
      await signOutAtService(token)
    }
  }
}
