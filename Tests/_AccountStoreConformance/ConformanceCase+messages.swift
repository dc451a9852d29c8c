import Accounts

extension ConformanceCase {
  static let messages = [
    ConformanceCase("a mail and the code that it carries are written together, or neither") { store in
      let code = OneTimeRow(purpose: .outOfBandCode, key: Samples.key("code"), payload: [1])
      let id = try requireValue(try await store.post(mail(), with: code, at: Samples.start))
      try requireEqual(
        try await store.peek(purpose: .outOfBandCode, key: code.key, now: Samples.start), [1])
      try requireEqual(try await store.hasJob(id), true)
      let before = try store.dump()
      try require(try await store.post(mail(), with: code, at: Samples.start) == nil, "written twice")
      try requireEqual(try store.dump(), before)
      let claimed = try requireValue(try await store.claimJob(id, at: Samples.start, lease: .seconds(60)))
      try requireEqual(claimed.draft.kind, .sendMail)
      try requireEqual(claimed.draft.sealed, [7])
    },
    ConformanceCase("a change writes its codes and jobs, a refused one writes nothing") { store in
      let account = Samples.account("ann", email: "ann@example.com")
      _ = try await store.create(AccountCreation(account: account, now: Samples.start))
      let code = OneTimeRow(purpose: .outOfBandCode, key: Samples.key("code"), payload: [1])
      let target = ChangeTarget(account: account.id, now: Samples.start)
      let before = try store.dump()
      let refused = try await store.change(target) { change -> Verdict<Bool> in
        change.keeps.append(code)
        change.jobs.append(mail())
        return .refuse(AccountsError(.userDisabled))
      }
      guard case .refused = refused else { throw ConformanceFailure(description: "it was not refused") }
      try requireEqual(try store.dump(), before)
      let result = try await store.change(target) { change -> Verdict<Bool> in
        change.account.displayName = "Ann"
        change.keeps.append(code)
        change.jobs.append(mail())
        change.jobs.append(mail())
        return .commit(true)
      }
      guard case .changed(let changed) = result else {
        throw ConformanceFailure(description: "it was refused")
      }
      try requireEqual(changed.jobs.count, 2)
      try requireEqual(
        try await store.claimJobs(at: Samples.start, lease: .seconds(60), limit: 10).map(\.id), changed.jobs)
      try requireEqual(
        try await store.take(purpose: .outOfBandCode, key: code.key, now: Samples.start), [1])
    },
    ConformanceCase("a bounce is audited and noted on the address that the account has") { store in
      let account = Samples.account("ann", email: "ann@example.com")
      _ = try await store.create(AccountCreation(account: account, now: Samples.start))
      for recipient in ["old@example.com", "ann@example.com"] {
        let job = try await claimed(mail(), in: store)
        try await store.finish(
          job, .bounced(recipient: recipient, failure: "verifyEmail 550"), at: Samples.start)
        let found = try requireValue(try await store.accounts(by: [.id(account.id)]).first)
        try requireEqual(found.bounce != nil, recipient == "ann@example.com")
        let event = try await store.events(of: account.id, after: 0, limit: 100).last
        try requireEqual(event?.kind, .messageBounced)
        try requireEqual(event?.detail, "verifyEmail 550")
      }
      try requireEqual(try await store.nextJob(), nil)
    },
    ConformanceCase("a message that was given up is audited; a delivered one is only gone") { store in
      let account = Samples.account("ann", email: "ann@example.com")
      _ = try await store.create(AccountCreation(account: account, now: Samples.start))
      var job = try await claimed(mail(), in: store)
      try await store.finish(job, .undelivered(failure: "expired"), at: Samples.start)
      var events = try await store.events(of: account.id, after: 0, limit: 100)
      try requireEqual(events.last?.kind, .messageGivenUp)
      job = try await claimed(mail(), in: store)
      try await store.finish(job, .delivered, at: Samples.start)
      try requireEqual(try await store.events(of: account.id, after: 0, limit: 100).count, events.count)
      job = try await claimed(mail(subject: "nobody"), in: store)
      try await store.finish(job, .bounced(recipient: "x@example.com", failure: "550"), at: Samples.start)
      job = try await claimed(mail(subject: ""), in: store)
      try await store.finish(job, .undelivered(failure: "expired"), at: Samples.start)
      events = try await store.events(of: account.id, after: 0, limit: 100)
      try requireEqual(events.last?.kind, .messageGivenUp)
      try requireEqual(try await store.nextJob(), nil)
    },
  ]

  private static func mail(subject: String = "ann") -> JobDraft {
    JobDraft(
      kind: .sendMail, grant: nil, subject: subject, clientID: "", sealed: [7], authorizedAt: Samples.start,
      dueAt: Samples.start)
  }

  private static func claimed(_ draft: JobDraft, in store: any AccountStore) async throws -> Job {
    let id = try requireValue(try await store.post(draft, with: nil, at: Samples.start))
    return try requireValue(try await store.claimJob(id, at: Samples.start, lease: .seconds(60)))
  }
}
