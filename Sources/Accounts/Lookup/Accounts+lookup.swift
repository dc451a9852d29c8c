extension Accounts {
  /// Finds accounts by any of their names, in the order asked, each once; at most 1000 names.
  package func accounts(by keys: [AccountKey]) async throws(AccountsError) -> [Account] {
    try await stored { (store) throws(StoreError) in
      try await store.accounts(by: Array(keys.prefix(1000)))
    }
  }

  /// Lists accounts in the order of their identifiers, after one of them; at most 1000.
  ///
  /// The order never changes and new accounts come last, so pages neither skip nor repeat (FR-60).
  package func list(after: Account.ID? = nil, limit: Int) async throws(AccountsError) -> [Account] {
    try await stored { (store) throws(StoreError) in
      try await store.accounts(after: after, limit: min(max(limit, 0), 1000))
    }
  }

  /// Counts the accounts.
  package func count() async throws(AccountsError) -> Int {
    try await stored { (store) throws(StoreError) in try await store.accountCount() }
  }

  /// The audit rows of the caller after one of them, oldest first, at most 100; does not wait.
  package func events(after: Int64, idToken: String) async throws(AccountsError) -> [AuditEvent] {
    let caller = try await caller(idToken: idToken)
    return try await events(of: caller.account.id, after: after)
  }

  /// The audit rows of an account after one of them, oldest first, at most 100.
  package func events(of id: Account.ID, after: Int64) async throws(AccountsError) -> [AuditEvent] {
    try await stored { (store) throws(StoreError) in
      try await store.events(of: id, after: max(0, after), limit: 100)
    }
  }

  /// Records a consent of the caller.
  package func recordConsent(_ text: ConsentText, idToken: String, client: ClientFacts = ClientFacts())
    async throws(AccountsError)
  {
    let now = time.now()
    let check = try check(idToken: idToken, at: now)
    _ = try await change(target(check, client, at: now)) { change -> Verdict<Bool> in
      change.consent = text
      change.note(.consentRecorded, text.kind)
      return .commit(true)
    }
  }

  /// The consents of the caller, oldest first.
  package func consents(idToken: String) async throws(AccountsError) -> [Consent] {
    let caller = try await caller(idToken: idToken)
    return try await consents(of: caller.account.id)
  }

  /// The consents of an account, oldest first.
  package func consents(of id: Account.ID) async throws(AccountsError) -> [Consent] {
    try await stored { (store) throws(StoreError) in try await store.consents(of: id) }
  }

  /// The grants of an account, newest first, for administrators and the person's own data.
  package func grants(of id: Account.ID) async throws(AccountsError) -> [Grant] {
    try await stored { (store) throws(StoreError) in try await store.grants(of: id) }
  }
}
