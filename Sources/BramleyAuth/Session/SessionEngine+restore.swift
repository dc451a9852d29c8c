import AppleSignIn
import Foundation

extension SessionEngine {
  /// Reads the session, sends what was left over, and checks what outlived an earlier installation.
  func restore() async throws(AuthError) -> User? {
    try await ready()
    await sendPendingSignOuts()
    guard let session else {
      configuration.installation.mark()
      return nil
    }
    if !configuration.installation.isMarked() { await verifyAfterReinstall(session) }
    return board.currentUser
  }

  /// The keychain outlives the app: a stored identifier is trusted again once service and device agree.
  ///
  /// Without a network the session is kept and checked at the next start.
  private func verifyAfterReinstall(_ session: StoredSession) async {
    do throws(AuthError) {
      try await reload()
    } catch {
      return
    }
    switch await credentialMonitor().check() {
    case .askAgain: await end(session.id, .reinstalled)
    case .keep, .migrate: configuration.installation.mark()
    case .unknown: break
    }
  }

  /// Watches Apple's side of the signed-in account, with the service as witness.
  func credentialMonitor() -> CredentialStateMonitor {
    if let monitor { return monitor }
    let made = CredentialStateMonitor(
      user: { [weak self] in await self?.session?.appleUser },
      askService: { [weak self] user in
        guard let self else { throw AuthError(.nullUser) }
        return try await self.askCredentialState(user)
      }, notificationCenter: configuration.notificationCenter)
    monitor = made
    return made
  }

  private func askCredentialState(_ user: AppleUserID) async throws(AuthError) -> ServiceCredentialState {
    let answer: WireAnswers.CredentialState
    do throws(AuthError) {
      answer = try await credentialState()
    } catch {
      if error.endsSession { return .ended }
      throw error
    }
    // Until the service has moved the person, it names the identifier that the old team knows.
    let new = answer.user.map(AppleUserID.init(_:)).flatMap { $0 == user ? nil : $0 }
    switch answer.state {
    case "authorized", "transferred":
      if let new, let session { await change(session.id) { $0.appleUser = new } }
      return new == nil && answer.state == "authorized" ? .authorized : .transferred(new)
    case "revoked": return .revoked
    case "notFound": return .notFound
    default: throw AuthError(.internalError, "The state \(answer.state) is not known.")
    }
  }

  private func credentialState() async throws(AuthError) -> WireAnswers.CredentialState {
    try await authorized(.credentialState, bearer: true) { WireBodies.Identified(idToken: $0) }
  }

  /// Whether a credential is another person's than the session's.
  ///
  /// Once the app moved to another team Apple names the same person otherwise. The service that moves with it
  /// knows, so it is asked before anyone is refused; the credential is not sent for that. While a move is
  /// under way only the service can tell the two apart, by the token.
  func isAnotherPersons(_ credential: AuthCredential?, than session: StoredSession) async -> Bool {
    guard let known = session.appleUser, let given = Self.appleUser(credential), known != given else {
      return false
    }
    // A service that cannot tell now leaves the device's own comparison.
    guard let answer = try? await credentialState() else { return true }
    return answer.state != "transferred" && answer.user.map(AppleUserID.init(_:)) != given
  }
}
