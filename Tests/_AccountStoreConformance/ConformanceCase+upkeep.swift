import Accounts

extension ConformanceCase {
  static let oneTime = [
    ConformanceCase("a one-time row is taken once, for its purpose, in its time") { store in
      let key = Samples.key("x", lifetime: .seconds(60))
      try requireEqual(try await store.keep([1, 2], purpose: .webFlow, key: key), true)
      try requireEqual(try await store.keep([3], purpose: .webFlow, key: key), false)
      try requireEqual(try await store.take(purpose: .pageCode, key: key, now: Samples.start), nil)
      try requireEqual(
        try await store.take(purpose: .webFlow, key: key, now: Samples.start + .seconds(60)), nil)
      try requireEqual(try await store.peek(purpose: .webFlow, key: key, now: Samples.start), [1, 2])
      try requireEqual(try await store.take(purpose: .webFlow, key: key, now: Samples.start), [1, 2])
      try requireEqual(try await store.take(purpose: .webFlow, key: key, now: Samples.start), nil)
      try requireEqual(try await store.peek(purpose: .webFlow, key: key, now: Samples.start), nil)
    },
    ConformanceCase("a purge takes what has expired and nothing else (R13)") { store in
      for seconds in [Int64(10), 20, 30] {
        _ = try await store.keep(
          [], purpose: .webFlow, key: Samples.key("\(seconds)", lifetime: .seconds(seconds)))
      }
      let report = try await store.sweep(
        SweepRule(now: Samples.start + .seconds(21), idle: .seconds(1)))
      try requireEqual(report.oneTimeRows, 2)
    },
    ConformanceCase("a purge is bounded, the oldest go first, and it says that there are more (issue 8)") {
      store in
      for number in Int64(1)...7 {
        let key = Samples.key("\(number)", lifetime: .seconds(number))
        _ = try await store.keep([], purpose: .webFlow, key: key)
        _ = try await store.keep([], purpose: .pageCode, key: key)
        _ = try await store.lease([Lease(key: key, want: 1, ceiling: 1)], at: Samples.start)
      }
      let rule = SweepRule(now: Samples.start + .seconds(7), idle: .seconds(86_400), purgeLimit: 5)
      let first = try await store.sweep(rule)
      try requireEqual([first.oneTimeRows, first.leases], [5, 5])
      try requireEqual(first.isUnfinished, true)
      let second = try await store.sweep(rule)
      try requireEqual([second.oneTimeRows, second.leases], [5, 1])
      try requireEqual(second.isUnfinished, true)
      let third = try await store.sweep(rule)
      try requireEqual([third.oneTimeRows, third.leases], [2, 0])
      try requireEqual(third.isUnfinished, false)
      let kept = Samples.key("7", lifetime: .seconds(7))
      try requireEqual(try await store.peek(purpose: .webFlow, key: kept, now: Samples.start), [])
    },
    ConformanceCase("a margin keeps what is spent for processes whose clock is behind (A31)") { store in
      let key = Samples.key("spent", lifetime: .seconds(5))
      _ = try await store.keep([], purpose: .credential, key: key)
      let now = Samples.start + .seconds(65)
      let idle = Duration.seconds(86_400)
      let early = SweepRule(now: now, idle: idle, clockMargin: .seconds(60))
      try requireEqual(try await store.sweep(early).oneTimeRows, 0)
      try requireEqual(try await store.keep([], purpose: .credential, key: key), false)
      let late = SweepRule(now: now + .seconds(1), idle: idle, clockMargin: .seconds(60))
      try requireEqual(try await store.sweep(late).oneTimeRows, 1)
    },
  ]

  static let jobs = [
    ConformanceCase("a job is claimed once and comes back after its lease") { store in
      let id = try await store.enqueue(job(), at: Samples.start)
      try requireEqual(try await store.nextJob(), Samples.start)
      try requireEqual(
        try await store.claimJobs(at: Samples.start, lease: .seconds(60), limit: 10).map(\.id), [id])
      try requireEqual(try await store.claimJobs(at: Samples.start, lease: .seconds(60), limit: 10), [])
      try require(
        try await store.claimJob(id, at: Samples.start, lease: .seconds(60)) == nil, "claimed twice")
      let again = try await store.claimJobs(
        at: Samples.start + .seconds(60), lease: .seconds(60), limit: 10)
      try requireEqual(again.map(\.attempts), [2])
    },
    ConformanceCase("a retry waits and remembers why; an end is an end") { store in
      _ = try await store.enqueue(job(), at: Samples.start)
      let claimed = try requireValue(
        try await store.claimJobs(at: Samples.start, lease: .seconds(60), limit: 1).first)
      let at = Samples.start + .seconds(3600)
      try await store.finish(claimed, .retry(at: at, failure: "unreachable"), at: Samples.start)
      try requireEqual(try await store.nextJob(), at)
      let again = try requireValue(try await store.claimJobs(at: at, lease: .seconds(60), limit: 1).first)
      try requireEqual(again.lastFailure, "unreachable")
      try await store.finish(again, .revoked, at: at)
      try requireEqual(try await store.hasJob(again.id), false)
      try requireEqual(try await store.nextJob(), nil)
      try await store.finish(again, .revoked, at: at)
    },
    ConformanceCase("waiting jobs are listed with those that are worked on, the soonest first") { store in
      try requireEqual(try await store.waitingJobs(limit: 10), [])
      let first = try await store.enqueue(job(), at: Samples.start)
      let second = try await store.enqueue(job(), at: Samples.start)
      _ = try await store.claimJob(first, at: Samples.start, lease: .seconds(60))
      try requireEqual(try await store.waitingJobs(limit: 10).map(\.id), [second, first])
      try requireEqual(try await store.waitingJobs(limit: 1).map(\.id), [second])
    },
    ConformanceCase("the backlog counts up to its bound and tells the oldest job") { store in
      try requireEqual(try await store.jobBacklog(limit: 10), JobBacklog(count: 0, oldest: nil))
      let first = try await store.enqueue(job(), at: Samples.start)
      _ = try await store.enqueue(job(), at: Samples.start + .seconds(5))
      try requireEqual(try await store.jobBacklog(limit: 10), JobBacklog(count: 2, oldest: Samples.start))
      try requireEqual(try await store.jobBacklog(limit: 1).count, 1)
      // Being worked on, or put off, it still waits to be done.
      let claimed = try requireValue(try await store.claimJob(first, at: Samples.start, lease: .seconds(60)))
      try requireEqual(try await store.jobBacklog(limit: 10).oldest, Samples.start)
      try await store.finish(claimed, .revoked, at: Samples.start)
      try requireEqual(
        try await store.jobBacklog(limit: 10), JobBacklog(count: 1, oldest: Samples.start + .seconds(5)))
    },
    ConformanceCase("a job that waits is hastened; one that is gone or may be worked on is not") { store in
      let id = try await store.enqueue(job(), at: Samples.start)
      let lease = Duration.seconds(60)
      try requireEqual(try await store.hastenJob(id, at: Samples.start, lease: lease), false)
      let claimed = try requireValue(try await store.claimJob(id, at: Samples.start, lease: lease))
      try requireEqual(try await store.hastenJob(id, at: Samples.start, lease: lease), false)
      let later = Samples.start + .seconds(3600)
      try await store.finish(claimed, .retry(at: later, failure: "unreachable"), at: Samples.start)
      try requireEqual(try await store.hastenJob(id, at: Samples.start, lease: lease), true)
      try requireEqual(try await store.nextJob(), Samples.start)
      let again = try requireValue(try await store.claimJob(id, at: Samples.start, lease: lease))
      try requireEqual(again.lastFailure, "unreachable")
      try await store.finish(again, .revoked, at: Samples.start)
      try requireEqual(try await store.hastenJob(id, at: Samples.start, lease: lease), false)
    },
    ConformanceCase("the newest audit rows of all accounts come first, as many as asked for") { store in
      try requireEqual(try await store.newestEvents(limit: 5), [])
      let (account, _) = try await exchange(in: store)
      let rows = try await store.events(of: account, after: 0, limit: 100)
      try requireEqual(try await store.newestEvents(limit: 100), rows.reversed())
      try requireEqual(try await store.newestEvents(limit: 1), Array(rows.suffix(1)))
    },
    ConformanceCase("the exchange keeps the grant's token (R17)") { store in
      let (account, claimed) = try await exchange(in: store)
      try await store.finish(claimed, .grantKept(sealedToken: [5]), at: Samples.start)
      let grant = try requireValue(try await store.grants(of: account).first)
      try requireEqual(grant.state, .kept)
      try requireEqual(grant.sealedToken, [5])
      try requireEqual(try await store.nextJob(), nil)
    },
    ConformanceCase("an exchange that failed for good is marked and audited (R17)") { store in
      let (account, claimed) = try await exchange(in: store)
      try await store.finish(claimed, .grantMissing(reason: "invalid_grant"), at: Samples.start)
      try requireEqual(try await store.grants(of: account).first?.state, .missing)
      let events = try await store.events(of: account, after: 0, limit: 100)
      try requireEqual(events.last?.kind, .grantMissing)
      try requireEqual(events.last?.detail, "invalid_grant")
    },
    ConformanceCase("a check once a day for people seen since; a withdrawal ends sessions (R37, FR-50)") {
      store in
      let (account, claimed) = try await exchange(in: store)
      try await store.finish(claimed, .grantKept(sealedToken: [5]), at: Samples.start)
      let day = Duration.seconds(86_400)
      let tomorrow = Samples.start + day + .seconds(1)
      // Nobody was seen since: nothing is asked.
      try requireEqual(try await store.scheduleChecks(at: tomorrow, every: day, limit: 10), 0)
      _ = try await store.rotate(Samples.rotation(1, 1, at: Samples.start + .seconds(100)))
      try requireEqual(
        try await store.scheduleChecks(at: Samples.start + .seconds(200), every: day, limit: 10), 0)
      try requireEqual(try await store.scheduleChecks(at: tomorrow, every: day, limit: 10), 1)
      try requireEqual(try await store.scheduleChecks(at: tomorrow, every: day, limit: 10), 0)
      let check = try requireValue(
        try await store.claimJobs(at: tomorrow + .seconds(60), lease: .seconds(60), limit: 1).first)
      try requireEqual(check.draft.kind, .check)
      try await store.finish(check, .withdrawn, at: tomorrow)
      try requireEqual(try await store.sessions(of: account), [])
      try requireEqual(try await store.grants(of: account).first?.state, .revoked)
    },
    ConformanceCase("an event of Apple counts once; a repeat changes nothing (A31, FR-45)") { store in
      let (account, claimed) = try await exchange(in: store)
      try await store.finish(claimed, .grantKept(sealedToken: [5]), at: Samples.start)
      let report = report(.consentRevoked, at: Samples.start + .seconds(5))
      try requireEqual(try await store.apply(report), .applied(account))
      try requireEqual(try await store.sessions(of: account), [])
      try requireEqual(try await store.grants(of: account).first?.sealedToken, nil)
      try requireEqual(try await store.accounts(by: [.id(account)]).first?.identities.count, 1)
      let before = try await store.dump()
      try requireEqual(try await store.apply(report), .repeated)
      try requireEqual(try await store.dump(), before)
    },
    ConformanceCase("an event that is older than the authorization, or our own echo, only leaves audit (R35)")
    { store in
      let (account, claimed) = try await exchange(in: store)
      try await store.finish(claimed, .grantKept(sealedToken: [5]), at: Samples.start)
      var old = report(.consentRevoked, at: Samples.start - .seconds(60))
      try requireEqual(try await store.apply(old), .ignored(account))
      try requireEqual(try await store.sessions(of: account).count, 1)
      let grant = try requireValue(try await store.grants(of: account).first)
      let id = try await store.enqueue(
        JobDraft(
          kind: .revoke, grant: grant.id, subject: "ann", clientID: "c", sealed: [5],
          authorizedAt: Samples.start, dueAt: Samples.start), at: Samples.start)
      let revoke = try requireValue(try await store.claimJob(id, at: Samples.start, lease: .seconds(60)))
      try await store.finish(revoke, .revoked, at: Samples.start)
      old = report(.consentRevoked, at: Samples.start + .seconds(5))
      old.notification = Samples.key("echo")
      try requireEqual(try await store.apply(old), .ignored(account))
      try requireEqual(try await store.sessions(of: account).count, 1)
    },
    ConformanceCase("Apple's echo may come before its answer to our revocation: it only leaves audit (R35)") {
      store in
      let (account, claimed) = try await exchange(in: store)
      try await store.finish(claimed, .grantKept(sealedToken: [5]), at: Samples.start)
      let grant = try requireValue(try await store.grants(of: account).first)
      let id = try await store.enqueue(
        JobDraft(
          kind: .revoke, grant: grant.id, subject: "ann", clientID: "c", sealed: [5],
          authorizedAt: Samples.start, dueAt: Samples.start), at: Samples.start)
      let revoke = try requireValue(try await store.claimJob(id, at: Samples.start, lease: .seconds(60)))
      let echo = report(.consentRevoked, at: Samples.start + .seconds(5))
      try requireEqual(try await store.apply(echo), .ignored(account))
      try requireEqual(try await store.sessions(of: account).count, 1)
      try await store.finish(revoke, .revoked, at: Samples.start)
      try requireEqual(try await store.sessions(of: account).count, 1)
      try requireEqual(try await store.grants(of: account).first?.state, .revoked)
    },
    ConformanceCase("a withdrawal after the person authorized anew, without a code, is no echo (R35)") {
      store in
      let (account, claimed) = try await exchange(in: store)
      try await store.finish(claimed, .grantKept(sealedToken: [5]), at: Samples.start)
      let first = report(.consentRevoked, at: Samples.start + .seconds(5))
      try requireEqual(try await store.apply(first), .applied(account))
      _ = try await store.signIn(
        Samples.attempt(Samples.identity("ann"), session: 9, at: Samples.start + .seconds(60))
      ).opened()
      try requireEqual(try await store.sessions(of: account).count, 1)
      var second = report(.consentRevoked, at: Samples.start + .seconds(90))
      second.now = Samples.start + .seconds(90)
      second.notification = Samples.key("second")
      try requireEqual(try await store.apply(second), .applied(account))
      try requireEqual(try await store.sessions(of: account), [])
    },
    ConformanceCase("an exchange that became a revocation is as old as that, whatever it turns into (R36)") {
      store in
      let (account, claimed) = try await exchange(in: store)
      let wish = Samples.start + .seconds(10)
      _ = try await store.delete(Samples.deletion(account, at: wish)) { _, _ in nil }
      let later = Samples.start + .seconds(20)
      try await store.finish(claimed, .grantKept(sealedToken: [5]), at: later)
      let turned = try requireValue(
        try await store.claimJobs(at: later, lease: .seconds(60), limit: 1).first)
      try requireEqual(turned.draft.kind, .revoke)
      try requireEqual(turned.createdAt, wish)
      try await store.finish(turned, .replaced(turned.draft), at: later + .seconds(5))
      let replaced = try requireValue(
        try await store.claimJobs(at: later + .seconds(60), lease: .seconds(60), limit: 1).first)
      try requireEqual(replaced.createdAt, wish)
    },
    ConformanceCase("a deleted Apple account is unlinked and the empty account gets thirty days (R35)") {
      store in
      let (account, _) = try await exchange(in: store)
      let report = report(.accountDeleted(unlinks: true), at: Samples.start + .seconds(5))
      try requireEqual(try await store.apply(report), .applied(account))
      let found = try requireValue(try await store.accounts(by: [.id(account)]).first)
      try requireEqual(found.identities, [])
      try requireEqual(found.deletesAt, report.now + .seconds(30 * 86_400))
      var unknown = report
      unknown.notification = Samples.key("second")
      try requireEqual(try await store.apply(unknown), .unknown)
    },
    ConformanceCase("relay mail goes off and on without touching sessions") { store in
      let (account, _) = try await exchange(in: store)
      try requireEqual(try await store.apply(report(.relayDisabled, at: Samples.start)), .applied(account))
      var found = try requireValue(try await store.accounts(by: [.id(account)]).first)
      try requireEqual(found.identity(of: .apple)?.isRelayDisabled, true)
      var on = report(.relayEnabled, at: Samples.start)
      on.notification = Samples.key("on")
      _ = try await store.apply(on)
      found = try requireValue(try await store.accounts(by: [.id(account)]).first)
      try requireEqual(found.identity(of: .apple)?.isRelayDisabled, false)
      try requireEqual(try await store.sessions(of: account).count, 1)
    },
  ]

  static let settings = [
    ConformanceCase("a setting is replaced only if it is what was read") { store in
      try requireEqual(try await store.setting("name"), nil)
      try requireEqual(try await store.replaceSetting("name", [9], with: [1]), false)
      try requireEqual(try await store.replaceSetting("name", nil, with: [1]), true)
      try requireEqual(try await store.replaceSetting("name", nil, with: [2]), false)
      try requireEqual(try await store.replaceSetting("name", [1], with: [2]), true)
      try requireEqual(try await store.setting("name"), [2])
    },
    ConformanceCase("a store remembers who initialised it (R7)") { store in
      let first = StoreMark(mode: .development, usesEmulator: true)
      try requireEqual(try await store.mark(first), first)
      try requireEqual(try await store.mark(StoreMark(mode: .production, usesEmulator: false)), first)
    },
  ]

  static func job() -> JobDraft {
    JobDraft(
      kind: .revoke, grant: nil, subject: "ann", clientID: "com.example.app", sealed: [1],
      authorizedAt: Samples.start, dueAt: Samples.start)
  }

  static func report(_ kind: AppleReport.Kind, at: Timestamp) -> AppleReport {
    AppleReport(
      kind: kind, identity: Samples.identity("ann").key, at: at, now: Samples.start + .seconds(10),
      notification: Samples.key("notification"))
  }

  /// An account whose sign-in brought a code, with the claimed job.
  static func exchange(in store: any AccountStore) async throws -> (Account.ID, Job) {
    var attempt = Samples.attempt(Samples.identity("ann"), session: 1)
    attempt.exchange = ExchangeDraft(clientID: "com.example.app", codeHash: [1], sealed: [2])
    let opened = try await store.signIn(attempt).opened()
    let job = try await store.claimJob(
      try requireValue(opened.job), at: Samples.start, lease: .seconds(60))
    return (opened.account.id, try requireValue(job))
  }
}
