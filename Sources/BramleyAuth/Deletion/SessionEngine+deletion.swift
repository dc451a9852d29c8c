import AppleSignIn
import Foundation

extension SessionEngine {
  typealias Authorize = @Sendable () async throws -> AuthCredential?

  /// Deletes the account: fresh authorization, revocation, deletion, local wipe; each step is written down.
  func deleteAccount(authorize: Authorize) async throws(AuthError) {
    let session = try await current()
    let credential: AuthCredential?
    do { credential = try await authorize() } catch let error as AppleSignInError {
      throw AuthError(error)
    } catch let error as AuthError { throw error } catch { throw AuthError(.canceled) }
    if await isAnotherPersons(credential, than: session) {
      throw AuthError(.userMismatch, "This is another Apple Account than the one signed in with.")
    }
    var code: String?
    if case .apple(let pieces)? = credential?.proof { code = pieces.authorizationCode }
    let journal = DeletionJournal(
      uid: session.account.localId, step: .authorized, code: code, at: configuration.now(),
      appleUser: session.appleUser)
    await write(journal)
    try await proceed(journal, credential)
  }

  /// How far an earlier run came; nil without one.
  func pendingDeletion() async throws(AuthError) -> PendingDeletion? {
    try await ready()
    guard let journal = try await readJournal() else { return nil }
    guard journal.step == .deleted || session?.account.localId == journal.uid else {
      // Another person is signed in, or nobody: that account can no longer be deleted from here.
      await forgetJournal()
      return nil
    }
    let isCodeGood = configuration.now().timeIntervalSince(journal.at) < DeletionJournal.codeLifetime
    return journal.step == .authorized && !(isCodeGood && journal.code != nil)
      ? .needsAuthorization : .canContinue
  }

  func resumeDeletion() async throws(AuthError) {
    switch try await pendingDeletion() {
    case nil: return
    case .needsAuthorization:
      throw AuthError(.requiresRecentLogin, "The code ran out: call deleteAccount again.")
    case .canContinue:
      if let journal = try await readJournal() { try await proceed(journal, nil) }
    }
  }

  func deleteOnly() async throws(AuthError) {
    let session = try await current()
    try await deleteAtService()
    await wipe(session.account.localId, session.appleUser)
  }

  private func proceed(_ start: DeletionJournal, _ credential: AuthCredential?) async throws(AuthError) {
    var journal = start
    if journal.step == .authorized {
      try await revoke(journal)
      journal.step = .revoked
      journal.code = nil
      await write(journal)
    }
    if journal.step == .revoked {
      do throws(AuthError) {
        try await deleteAtService()
      } catch {
        guard error.code == .requiresRecentLogin, let credential else { throw error }
        // The revocation did not prove a recent sign-in; the credential was not used up by it.
        _ = try await reauthenticate(credential)
        try await deleteAtService()
      }
      journal.step = .deleted
      await write(journal)
    }
    await wipe(journal.uid, journal.appleUser)
  }

  private func revoke(_ journal: DeletionJournal) async throws(AuthError) {
    guard let code = journal.code else { return }
    do throws(AuthError) {
      try await revoke(code: code)
    } catch {
      // The service cannot revoke now, or an earlier try whose answer was lost has used the code up. Deletion
      // never waits for Apple: the service revokes by a job of its own, and still wants a recent sign-in.
      guard [.operationNotAllowed, .unavailable, .invalidCredential].contains(error.code) else { throw error }
      note(.init(.deletionStep, "revocation left to the service"), error)
    }
  }

  /// An account that is gone already is what is wanted.
  private func deleteAtService() async throws(AuthError) {
    do throws(AuthError) {
      let session = try await fresh()
      do throws(AuthError) {
        try await delete(session)
      } catch {
        guard error.endsSession, error.code != .userNotFound else { throw error }
        try await delete(try await fresh(forcing: true))
      }
    } catch { if error.code != .userNotFound { throw error } }
  }

  private func delete(_ session: StoredSession) async throws(AuthError) {
    let _: WireAnswers.Nothing = try await client.call(
      .delete, WireBodies.Identified(idToken: session.idToken))
  }

  private func wipe(_ uid: String, _ appleUser: AppleUserID?) async {
    if let session, session.account.localId == uid { await end(session.id, .deleted) }
    if let appleUser {
      do { try await configuration.vault.erase(appleUser) } catch {
        note(.init(.storageFailed, "vault"), error)
      }
    }
    await forgetJournal()
  }

  private func write(_ journal: DeletionJournal) async {
    configuration.log(AuthLogEntry(.deletionStep, journal.step.rawValue))
    do {
      try await configuration.storage.store(try JSONEncoder().encode(journal), for: DeletionJournal.key)
    } catch { note(.init(.storageFailed, "journal"), error) }
  }

  private func readJournal() async throws(AuthError) -> DeletionJournal? {
    do {
      guard let bytes = try await configuration.storage.retrieve(DeletionJournal.key) else { return nil }
      return try JSONDecoder().decode(DeletionJournal.self, from: bytes)
    } catch let error as StorageError where error.code == .locked {
      throw AuthError(.keychainError, "The journal cannot be read now.")
    } catch {
      await forgetJournal()
      return nil
    }
  }

  private func forgetJournal() async {
    do { try await configuration.storage.remove(DeletionJournal.key) } catch {
      note(.init(.storageFailed, "journal"), error)
    }
  }
}
