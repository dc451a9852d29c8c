import BramleyCrypto

extension Accounts {
  /// Deletes the own account (wire §4.8); needs a recent sign-in (R28), else
  /// `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
  ///
  /// Sessions end and Apple's grants become jobs in the same transaction; Apple is not waited for.
  package func delete(idToken: String, client: ClientFacts = ClientFacts()) async throws(AccountsError) {
    let now = time.now()
    let check = try check(idToken: idToken, at: now)
    let window = policy.recentSignIn
    try await delete(target(check, client, at: now), cause: "person") { account, session in
      guard let session, CallerRule.isRecent(session, of: account, within: window, now: now) else {
        return AccountsError(.credentialTooOld)
      }
      return nil
    }
  }

  /// Deletes an account as an administrator; `USER_NOT_FOUND` when there is none.
  package func delete(_ id: Account.ID, client: ClientFacts = ClientFacts()) async throws(AccountsError) {
    try await delete(target(id, client, at: time.now()), cause: "administrator") { _, _ in nil }
  }

  /// Deletes the accounts of a list; only disabled ones unless forced, unknown ones are passed over.
  package func delete(_ ids: [Account.ID], force: Bool, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> [BatchFailure]
  {
    guard (1...1000).contains(ids.count) else { throw AccountsError(.localIDListExceedsLimit) }
    let now = time.now()
    var failures: [BatchFailure] = []
    for (index, id) in ids.enumerated() {
      do throws(AccountsError) {
        try await delete(target(id, client, at: now), cause: "batch") { account, _ in
          force || account.isDisabled ? nil : AccountsError(.operationNotAllowed)
        }
      } catch  where error.code == .operationNotAllowed {
        failures.append(
          BatchFailure(
            index: index, account: id,
            message: "NOT_DISABLED : Disable the account before batch deletion."))
      } catch  where error.code == .userNotFound {
        continue
      }
    }
    return failures
  }

  /// Deletes everything; development only (R2), else `OPERATION_NOT_ALLOWED`.
  package func deleteAll() async throws(AccountsError) {
    guard policy.mode == .development else { throw AccountsError(.operationNotAllowed) }
    try await stored { (store) throws(StoreError) in try await store.deleteAll() }
  }

  func delete(
    _ target: ChangeTarget, cause: String,
    _ rule: @escaping @Sendable (Account, Session?) -> AccountsError?
  ) async throws(AccountsError) {
    let deletion = Deletion(
      target: target, digest: SHA256.digest(utf8: target.account.text).bytes, cause: cause)
    let result = try await stored { (store) throws(StoreError) in try await store.delete(deletion, rule) }
    switch result {
    case .refused(let error): throw error
    case .deleted(let revocations): if revocations > 0 { startJobs() }
    }
  }
}
