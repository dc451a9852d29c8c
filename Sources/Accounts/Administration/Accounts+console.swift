/// How busy the service is.
package struct Activity: Sendable {
  /// How many accounts there are.
  package let accounts: Int
  /// Sign-ins of the last hour.
  package let signInsOfHour: Int
  /// Sign-ins of the last 24 hours.
  package let signInsOfDay: Int
  /// Accounts made in the last 24 hours.
  package let newOfDay: Int
  /// Whether more happened in 24 hours than was counted.
  package let isAtLeast: Bool
}

/// What the console shows and does beyond the administration of the wire.
extension Accounts {
  /// How many audit rows are looked at to count.
  private static let countedEvents = 10_000

  /// Counts accounts and sign-ins; of the audit at most the newest ten thousand rows are looked at.
  package func activity() async throws(AccountsError) -> Activity {
    let now = time.now()
    let (day, hour) = (now - .seconds(86_400), now - .seconds(3600))
    let events = try await stored { (store) throws(StoreError) in
      try await store.newestEvents(limit: Self.countedEvents)
    }
    let recent = events.filter { $0.at > day }
    let signIns = recent.filter { $0.kind == .signedIn }
    return Activity(
      accounts: try await count(), signInsOfHour: signIns.count { $0.at > hour }, signInsOfDay: signIns.count,
      newOfDay: recent.count { $0.kind == .accountCreated },
      isAtLeast: recent.count == Self.countedEvents)
  }

  /// Jobs that wait, the soonest first, at most 200.
  package func waitingJobs() async throws(AccountsError) -> [Job] {
    try await stored { (store) throws(StoreError) in try await store.waitingJobs(limit: 200) }
  }

  /// Tries a waiting job at once; false when it is gone, or being tried already.
  package func tryNow(_ id: Job.ID) async throws(AccountsError) -> Bool {
    let now = time.now()
    let isHastened = try await stored { (store) throws(StoreError) in
      try await store.hastenJob(id, at: now, lease: JobSchedule.lease)
    }
    if isHastened { start(id) }
    return isHastened
  }

  /// The newest audit rows of an account, the newest first.
  package func newestEvents(of id: Account.ID, limit: Int) async throws(AccountsError) -> [AuditEvent] {
    var (found, after): ([AuditEvent], Int64) = ([], 0)
    // Rows are read forwards, a hundred at a time; who has thousands is shown the newest of the first ones.
    for _ in 0..<50 {
      let next = try await events(of: id, after: after)
      found = (found + next).suffix(limit)
      guard next.count == 100, let last = next.last else { break }
      after = last.id
    }
    return found.reversed()
  }

  /// Revokes an account's grants at Apple by jobs; its sessions end, as when the person withdrew the consent
  /// (R35). The identity stays, so that the person can come back.
  ///
  /// Throws `USER_NOT_FOUND`, and `OPERATION_NOT_ALLOWED` for an account without an Apple identity.
  package func revokeAtApple(_ id: Account.ID, client: ClientFacts) async throws(AccountsError) {
    let now = time.now()
    _ = try await change(target(id, client, at: now)) { change -> Verdict<Bool> in
      guard change.account.identity(of: .apple) != nil else {
        return .refuse(AccountsError(.operationNotAllowed, "The account has no Apple identity."))
      }
      change.revokesGrants = true
      change.ends = .all
      change.endReason = .ended
      change.note(.sessionsEnded, "revocation at Apple")
      return .commit(true)
    }
    startJobs()
  }

  /// Notes on the account that an administrator was given a link that acts for the person.
  package func noteHandedOut(_ issued: IssuedCode, client: ClientFacts) async throws(AccountsError) {
    var id = issued.content.account.flatMap { Account.ID($0) }
    // A sign-in link names an address; with an account behind it the account's owner should learn of it.
    if id == nil { id = try await account(of: issued.content.email)?.id }
    guard let id else { return }
    let detail = issued.content.purpose.rawValue
    _ = try await change(target(id, client, at: time.now())) { change -> Verdict<Bool> in
      change.note(.linkHandedOut, detail)
      return .commit(true)
    }
  }
}
