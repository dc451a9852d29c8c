package import AuthenticationServices
package import Foundation

extension SimulatedDevice: AuthorizationService {
  package func begin(
    _ attempt: AuthorizationAttempt, answer: @escaping @Sendable (AuthorizationAnswer) -> Void
  ) {
    let recorded = RecordedAttempt(attempt)
    change {
      $0.attempts.append(recorded)
      $0.sheets[attempt.id] = answer
    }
    Task {
      do {
        try await refuseIfImpossible(recorded)
        let next = change { $0.answers.isEmpty ? .share() : $0.answers.removeFirst() }
        await play(next, attempt)
      } catch {
        close(attempt.id, .failure(error as NSError))
      }
    }
  }

  package func cancel(_ attempt: AuthorizationAttempt.ID) {
    guard read(\.honorsCancel) else { return }
    close(attempt, .failure(SystemFailure.canceled))
  }

  package func credentialState(
    forUserID userID: String,
    completion: @escaping @Sendable (ASAuthorizationAppleIDProvider.CredentialState, (any Error)?) -> Void
  ) {
    if let fixed = credentialStateAnswer {
      completion(fixed.state, fixed.error)
      return
    }
    Task {
      do {
        let state = try await apple.credentialState(clientID: bundleIdentifier, user: userID)
        // The system hands over an error beside "not found".
        completion(state, state == .notFound ? SystemFailure.unknownPerson : nil)
      } catch {
        completion(.notFound, SystemFailure.error(1000, underlying: -7001))
      }
    }
  }

  package func browse(
    _ session: AuthorizationAttempt.ID, to url: URL, isCallback: @escaping @Sendable (URL) -> Bool,
    completion: @escaping @Sendable (Result<URL, any Error>) -> Void
  ) {
    let browser = read(\.browser)
    Task {
      guard let end = await browser?(url), isCallback(end) else {
        completion(.failure(ASWebAuthenticationSessionError(.canceledLogin)))
        return
      }
      completion(.success(end))
    }
  }
}

extension SimulatedDevice {
  private func refuseIfImpossible(_ attempt: RecordedAttempt) async throws {
    guard hasCapability else { throw SystemFailure.withoutCapability }
    guard attempt.hasWindow, hasWindow else { throw SystemFailure.withoutWindow }
    if attempt.asksForAccountCreation {
      try await refuseAccountCreationIfImpossible()
      return
    }
    guard attempt.asksForAppleID || attempt.asksForPassword else { throw SystemFailure.nobodyAsked }
    let hasPassword = attempt.asksForPassword && !savedPasswords.isEmpty
    if attempt.isQuiet, !hasPassword {
      guard attempt.asksForAppleID, let account,
        try await apple.hasGrant(clientID: bundleIdentifier, email: account.email)
      else { throw SystemFailure.canceled }
    }
    // Without an account the sheet still lists the app's own ways in.
    if hasPassword || !attempt.customMethods.isEmpty { return }
    guard let account else { throw SystemFailure.withoutAccount }
    guard account.hasTwoFactor else { throw SystemFailure.withoutTwoFactor }
  }

  private func play(
    _ answer: PersonAnswer, _ attempt: AuthorizationAttempt, altered: PersonAnswer.Alteration? = nil,
    keepsOpen: Bool = false
  ) async {
    switch answer {
    case .never: return
    case .late(let delay, let then):
      try? await clock.sleep(for: delay)  // nobody cancels this task
      await play(then, attempt, altered: altered, keepsOpen: keepsOpen)
    case .twice(let first, let second):
      await play(first, attempt, altered: altered, keepsOpen: true)
      await play(second, attempt, altered: altered, keepsOpen: keepsOpen)
    case .altered(let alteration, let then):
      await play(then, attempt, altered: alteration, keepsOpen: keepsOpen)
    case .share, .hideEmail, .usePassword, .useCustomMethod, .cancel, .fail, .failOtherwise:
      close(attempt.id, await outcome(of: answer, attempt, altered), keepsOpen: keepsOpen)
    }
  }

  private func close(_ id: UUID, _ answer: AuthorizationAnswer, keepsOpen: Bool = false) {
    let sheet = change { keepsOpen ? $0.sheets[id] : $0.sheets.removeValue(forKey: id) }
    sheet?(answer)
  }

  private func outcome(
    of answer: PersonAnswer, _ attempt: AuthorizationAttempt, _ altered: PersonAnswer.Alteration?
  ) async -> AuthorizationAnswer {
    switch answer {
    case .cancel: return .failure(SystemFailure.canceled)
    case .fail(let code): return .failure(SystemFailure.error(code))
    case .failOtherwise(let error): return .failure(error)
    case .usePassword(let user): return password(user, attempt)
    case .useCustomMethod(let method):
      // A way in that the sheet did not list cannot be chosen.
      return attempt.customMethods.contains(method)
        ? .customMethod(method) : .failure(SystemFailure.nobodyAsked)
    case .share(let name), .hideEmail(let name):
      if let creation = Self.accountCreation(in: attempt) { return createAccount(creation, name) }
      var hidesEmail = false
      if case .hideEmail = answer { hidesEmail = true }
      return await authorize(name, hidesEmail: hidesEmail, attempt, altered)
    case .never, .late, .twice, .altered: return .failure(SystemFailure.canceled)
    }
  }

  private func password(_ user: String?, _ attempt: AuthorizationAttempt) -> AuthorizationAnswer {
    guard let request = attempt.requests.first(where: { $0 is ASAuthorizationPasswordRequest }),
      let saved = savedPasswords.first(where: { user == nil || $0.user == user })
    else { return .failure(SystemFailure.error(1003)) }
    let credential = ASPasswordCredential(user: saved.user, password: saved.password)
    return .authorization(ASAuthorization(provider: request.provider, credential: credential))
  }
}
