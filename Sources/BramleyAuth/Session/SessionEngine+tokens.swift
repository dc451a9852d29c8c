import Foundation

extension SessionEngine {
  /// The session with a token that is good for a while.
  func fresh(forcing: Bool = false) async throws(AuthError) -> StoredSession {
    let session = try await current()
    if !forcing, session.isFresh(at: configuration.now()) { return session }
    return try await refresh(session)
  }

  /// Refreshes once for everyone who wants it at the same time; a caller's cancellation does not stop it.
  private func refresh(_ session: StoredSession) async throws(AuthError) -> StoredSession {
    if let refreshing, refreshing.id == session.id { return try await refreshing.task.value.get() }
    let task = Task { await self.performRefresh(session) }
    refreshing = (session.id, task)
    let result = await task.value
    return try result.get()
  }

  private func performRefresh(
    _ session: StoredSession, mayAdopt: Bool = true
  ) async -> Result<StoredSession, AuthError> {
    defer { if refreshing?.id == session.id { refreshing = nil } }
    let answer: WireAnswers.Refresh
    do throws(AuthError) {
      answer = try await client.call(.refresh, WireBodies.Refresh(refresh_token: session.refreshToken))
    } catch {
      // The app's extension shares the storage and may have rotated the token meanwhile.
      if error.endsSession, mayAdopt, await adoptStored(), let adopted = self.session {
        return adopted.isFresh(at: configuration.now())
          ? .success(adopted) : await performRefresh(adopted, mayAdopt: false)
      }
      if error.endsSession { await end(session.id, Self.reason(error)) }
      return .failure(error)
    }
    guard let idToken = answer.idToken, !idToken.isEmpty, let lifetime = TimeInterval(answer.expires_in),
      answer.user_id == nil || answer.user_id == session.account.localId
    else { return .failure(AuthError(.internalError, "The refresh answer lacks a token.")) }
    await change(session.id) {
      $0.idToken = idToken
      $0.refreshToken = answer.refresh_token ?? $0.refreshToken
      $0.receivedAt = configuration.now()
      $0.lifetime = lifetime
    }
    guard let current = self.session, current.id == session.id else {
      return .failure(AuthError(.nullUser, "The person signed out meanwhile."))
    }
    board.emit(.tokenChanged)
    return .success(current)
  }

  static func reason(_ error: AuthError) -> AuthEvent.EndReason {
    switch error.code {
    case .userDisabled: .disabled
    case .userNotFound: .deleted
    default: .endedByService
    }
  }

  /// Calls an endpoint for the signed-in person.
  ///
  /// A token that the service refuses is replaced and the call repeated once. Only a refused refresh ends the
  /// session: it alone proves that the session is over.
  func authorized<Answer: Decodable & Sendable>(
    _ endpoint: Endpoint, bearer: Bool = false, _ body: @Sendable (String) -> (any Encodable)?
  ) async throws(AuthError) -> Answer {
    let session = try await fresh()
    do throws(AuthError) {
      return try await call(endpoint, bearer, session, body)
    } catch {
      guard error.endsSession else { throw error }
      let renewed = try await fresh(forcing: true)
      guard renewed.id == session.id else { throw error }
      return try await call(endpoint, bearer, renewed, body)
    }
  }

  private func call<Answer: Decodable & Sendable>(
    _ endpoint: Endpoint, _ bearer: Bool, _ session: StoredSession,
    _ body: @Sendable (String) -> (any Encodable)?
  ) async throws(AuthError) -> Answer {
    try await client.call(endpoint, body(session.idToken), bearer: bearer ? session.idToken : nil)
  }
}
