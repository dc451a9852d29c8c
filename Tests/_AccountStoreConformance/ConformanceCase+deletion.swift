import Accounts

extension ConformanceCase {
  static let deletion = [
    ConformanceCase("a deletion that is refused, or of nobody, changes nothing") { store in
      _ = try await anonymous("a", session: 1, in: store)
      let before = try await store.dump()
      let refused = try await store.delete(Samples.deletion(Samples.id("a"))) { _, _ in
        AccountsError(.credentialTooOld)
      }
      try requireEqual(refused.refusal, .credentialTooOld)
      let missing = try await store.delete(Samples.deletion(Samples.id("b"))) { _, _ in nil }
      try requireEqual(missing.refusal, .userNotFound)
      try requireEqual(try await store.dump(), before)
    },
    ConformanceCase("a deleted account leaves nothing of the person, and revocations (A34, R44)") { store in
      var attempt = Samples.attempt(Samples.identity("subject-x", email: "ann@example.com"), session: 1)
      attempt.displayName = "Ann Bell"
      attempt.exchange = ExchangeDraft(
        clientID: "com.example.app", codeHash: [1], sealed: [9, 9], isDone: true)
      let opened = try await store.signIn(attempt).opened()
      let result = try await store.delete(Samples.deletion(opened.account.id)) { _, _ in nil }
      guard case .deleted(revocations: 1) = result else {
        throw ConformanceFailure(description: "found \(result)")
      }
      let rows = try await store.dump().filter { !$0.hasPrefix("job") }.joined(separator: "\n")
      for trace in ["ann@example.com", "Ann Bell", "subject-x", "192.0.2.1", opened.account.id.text] {
        try require(!rows.contains(trace), "\(trace) is still there")
      }
      let jobs = try await store.claimJobs(at: Samples.start, lease: .seconds(60), limit: 10)
      try requireEqual(jobs.map(\.draft.kind), [.revoke])
      try requireEqual(jobs.first?.draft.sealed, [9, 9])
      let again = try await store.delete(Samples.deletion(opened.account.id)) { _, _ in nil }
      try requireEqual(again.refusal, .userNotFound)
    },
    ConformanceCase("refresh after deletion is USER_NOT_FOUND (R33)") { store in
      let id = try await anonymous("a", session: 1, in: store)
      _ = try await store.delete(Samples.deletion(id)) { _, _ in nil }
      try requireEqual(try await store.rotate(Samples.rotation(1, 1)).refusal, .userNotFound)
      let state = try requireValue(try await store.state(of: Samples.session(1)))
      try require(state.account == nil, "the account is still there")
    },
    ConformanceCase("a person starts anew after a deletion, unlike the old account's sessions") { store in
      let first = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 1)).opened()
      _ = try await store.delete(Samples.deletion(first.account.id)) { _, _ in nil }
      let second = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 2)).opened()
      try require(second.isNewAccount, "not new")
      try requireEqual(try await store.sessions(of: second.account.id).map(\.id.number), [2])
      // The same identifier may be made again too; the old session is not its.
      _ = try await store.create(
        AccountCreation(account: Account(id: first.account.id, createdAt: Samples.start), now: Samples.start))
      try requireEqual(try await store.rotate(Samples.rotation(1, 1)).refusal, .userNotFound)
    },
    ConformanceCase("a code that waits is exchanged only to be revoked (R17)") { store in
      var attempt = Samples.attempt(Samples.identity("ann"), session: 1)
      attempt.exchange = ExchangeDraft(clientID: "com.example.app", codeHash: [1], sealed: [7])
      let opened = try await store.signIn(attempt).opened()
      let claimed = try requireValue(
        try await store.claimJob(
          try requireValue(opened.job), at: Samples.start, lease: .seconds(60)))
      _ = try await store.delete(Samples.deletion(opened.account.id)) { _, _ in nil }
      // The exchange comes through while the account is gone.
      try await store.finish(claimed, .grantKept(sealedToken: [8]), at: Samples.start)
      let jobs = try await store.claimJobs(at: Samples.start, lease: .seconds(60), limit: 10)
      try requireEqual(jobs.map(\.draft.kind), [.revoke])
      try requireEqual(jobs.first?.draft.sealed, [8])
    },
    ConformanceCase("everything can be erased; settings stay") { store in
      _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 1)).opened()
      _ = try await store.replaceSetting("name", nil, with: [1])
      try await store.deleteAll()
      try requireEqual(try await store.accountCount(), 0)
      try requireEqual(try await store.dump().filter { !$0.hasPrefix("setting") }, [])
      try requireEqual(try await store.setting("name"), [1])
    },
  ]
}
