import BramleyCrypto

/// What a person does in a browser that is signed in to the hosted pages.
extension Accounts {
  /// The sessions of a browser's person that have not ended, newest first.
  package func sessions(browserToken: String) async throws(AccountsError) -> [Session] {
    let caller = try await caller(browserToken: browserToken)
    do {
      return try await store.sessions(of: caller.account.id)
    } catch {
      throw AccountsError(error)
    }
  }

  /// Ends sessions of a browser's person; its own one is a sign-out.
  package func endSessions(
    _ which: SessionSelection, browserToken: String, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) {
    let caller = try await caller(browserToken: browserToken)
    let own = caller.session.id
    let result: ChangeResult<Void>
    do {
      result = try await store.change(target(of: caller, client: client)) { change in
        switch which {
        case .one(let session): change.ends = .one(session)
        case .others: change.ends = .allBut(own)
        case .all: change.ends = .all
        }
        change.endReason = which == .one(own) ? .signedOut : .ended
        return .commit(())
      }
    } catch {
      throw AccountsError(error)
    }
    if case .refused(let error) = result { throw error }
  }

  /// Whether the person signed in recently enough for a step that cannot be undone (R28).
  package func isRecent(_ caller: Caller) -> Bool {
    CallerRule.isRecent(caller.session, within: policy.recentSignIn, now: time.now())
  }

  /// Deletes the account of a browser's person; needs a recent sign-in (R28).
  package func delete(browserToken: String, client: ClientFacts = ClientFacts()) async throws(AccountsError) {
    let caller = try await caller(browserToken: browserToken)
    let now = time.now()
    let window = policy.recentSignIn
    let deletion = Deletion(
      target: target(of: caller, client: client),
      digest: SHA256.digest(utf8: caller.account.id.text).bytes, cause: "person")
    let result: DeletionResult
    do {
      result = try await store.delete(deletion) { _, session in
        guard let session, CallerRule.isRecent(session, within: window, now: now) else {
          return AccountsError(.credentialTooOld)
        }
        return nil
      }
    } catch {
      throw AccountsError(error)
    }
    if case .refused(let error) = result { throw error }
  }

  private func target(of caller: Caller, client: ClientFacts) -> ChangeTarget {
    ChangeTarget(
      account: caller.account.id,
      caller: CallerCheck(
        account: caller.account.id, session: caller.session.id, issuedAt: caller.issuedAt),
      client: client, now: time.now(), onePerEmail: policy.onePerEmail)
  }
}
