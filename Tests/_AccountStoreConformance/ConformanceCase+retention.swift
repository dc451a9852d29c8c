import Accounts

extension ConformanceCase {
  static let leases = [
    ConformanceCase("a lease grants what is left of the ceiling, for each key its own (R43)") { store in
      let lease = Lease(key: Samples.key("a"), want: 4, ceiling: 10)
      let other = Lease(key: Samples.key("b"), want: 4, ceiling: 3)
      try requireEqual(try await store.lease([lease, other], at: Samples.start), [4, 3])
      try requireEqual(try await store.lease([lease, other, lease], at: Samples.start), [4, 0, 2])
      let before = try await store.dump()
      try requireEqual(try await store.lease([lease, other], at: Samples.start), [0, 0])
      try requireEqual(try await store.dump(), before)
    },
    ConformanceCase("a window that is over grants nothing, and the sweep forgets it (R43)") { store in
      let lease = Lease(key: Samples.key("a", lifetime: .seconds(60)), want: 1, ceiling: 1)
      let empty = try await store.dump()
      try requireEqual(try await store.lease([lease], at: Samples.start + .seconds(60)), [0])
      try requireEqual(try await store.dump(), empty)
      try requireEqual(try await store.lease([lease], at: Samples.start), [1])
      let early = try await store.sweep(SweepRule(now: Samples.start + .seconds(59), idle: .seconds(1)))
      try requireEqual(early.leases, 0)
      let late = try await store.sweep(SweepRule(now: Samples.start + .seconds(62), idle: .seconds(1)))
      try requireEqual(late.leases, 1)
    },
    ConformanceCase("a lowered ceiling grants nothing and takes nothing back; senseless wishes get nothing") {
      store in
      let key = Samples.key("a")
      try requireEqual(
        try await store.lease([Lease(key: key, want: 8, ceiling: 10)], at: Samples.start), [8])
      let senseless = [
        Lease(key: key, want: 1, ceiling: 5), Lease(key: key, want: -3, ceiling: 10),
        Lease(key: key, want: 0, ceiling: 10), Lease(key: key, want: 1, ceiling: -1),
      ]
      try requireEqual(try await store.lease(senseless, at: Samples.start), [0, 0, 0, 0])
      try requireEqual(
        try await store.lease([Lease(key: key, want: .max, ceiling: 10)], at: Samples.start), [2])
    },
  ]

  static let retention = [
    ConformanceCase("audit rows go at their age, the rest of the chain stays (R44)") { store in
      let first = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 1)).opened()
      let later = Samples.start + .seconds(100)
      _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 2, at: later)).opened()
      var rule = SweepRule(now: later, idle: .seconds(90 * 86_400))
      rule.retention.audit = .seconds(100)
      try requireEqual(try await store.sweep(rule).events, 0)
      rule.now = later + .seconds(1)
      try requireEqual(try await store.sweep(rule).events, 2)
      let left = try await store.events(of: first.account.id, after: 0, limit: 100)
      try requireEqual(left.map(\.kind), [.signedIn])
      try requireEqual(left.map(\.at), [later])
      rule.now = later + .seconds(101)
      try requireEqual(try await store.sweep(rule).events, 1)
      _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 3, at: rule.now)).opened()
      try requireEqual(
        try await store.events(of: first.account.id, after: 0, limit: 100).map(\.at), [rule.now])
    },
    ConformanceCase("addresses go at their age, from audit and from sessions not used since (R44)") { store in
      let opened = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 1)).opened()
      let later = Samples.start + .seconds(100)
      _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 2, at: later)).opened()
      var rule = SweepRule(now: later, idle: .seconds(90 * 86_400))
      rule.retention.addresses = .seconds(100)
      try requireEqual(try await store.sweep(rule).addresses, 0)
      rule.now = later + .seconds(1)
      try requireEqual(try await store.sweep(rule).addresses, 3)
      try requireEqual(
        try await store.sessions(of: opened.account.id).map(\.address), ["192.0.2.1", nil])
      try requireEqual(
        try await store.events(of: opened.account.id, after: 0, limit: 100).map(\.address),
        [nil, nil, "192.0.2.1"])
      try requireEqual(try await store.rotate(Samples.rotation(1, 1, at: rule.now)).generation, 2)
      try requireEqual(try await store.sweep(rule).addresses, 0)
    },
    ConformanceCase("the history of sessions has the ended ones until the sweep takes them (R44)") { store in
      for number in Int64(1)...3 {
        _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: number)).opened()
      }
      let owner = try requireValue(
        try await store.accounts(by: [.identity(provider: .apple, subject: "ann")]).first)
      _ = try await store.end(Samples.session(2), as: .signedOut, at: Samples.start)
      try requireEqual(try await store.sessionHistory(of: owner.id).map(\.id.number), [3, 2, 1])
      try requireEqual(try await store.sessionHistory(of: Samples.id("nobody")), [])
      var rule = SweepRule(now: Samples.start + .seconds(11), idle: .seconds(90 * 86_400))
      rule.retention.sessions = .seconds(10)
      try requireEqual(try await store.sweep(rule).sessions, 1)
      try requireEqual(try await store.sessionHistory(of: owner.id).map(\.id.number), [3, 1])
    },
    ConformanceCase("a sweep looks at a bounded number of rows and goes on where it stopped (R44)") { store in
      for number in Int64(1)...4 {
        _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: number)).opened()
      }
      var rule = SweepRule(
        now: Samples.start + .seconds(10), idle: .seconds(90 * 86_400),
        retention: Retention(audit: .seconds(5), addresses: .seconds(5)), limit: 2)
      var events: [Int] = []
      for _ in 0..<4 { events.append(try await store.sweep(rule).events) }
      try requireEqual(events, [2, 2, 1, 0])
      rule.retention.audit = .seconds(1000)
      _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 5)).opened()
      let report = try await store.sweep(rule)
      try requireEqual(report.events, 0)
      let all = try await store.dump().joined(separator: "\n")
      for _ in 0..<3 { _ = try await store.sweep(rule) }
      try require(all.contains("192.0.2.1"), "one run looked at everything")
      let left = try await store.dump().joined(separator: "\n")
      try require(!left.contains("192.0.2.1"), "an address is still there")
    },
    ConformanceCase("old grants that are over or replaced go; the newest and those at work stay (R44)") {
      store in
      let account = try await grants(in: store)
      var rule = SweepRule(now: Samples.start + .seconds(100), idle: .seconds(90 * 86_400))
      rule.retention.grants = .seconds(200)
      try requireEqual(try await store.sweep(rule).grants, 0)
      rule.retention.grants = .seconds(50)
      try requireEqual(try await store.sweep(rule).grants, 2)
      let left = try await store.grants(of: account)
      // The newest stands for `com.example.app`; the other client's only one and the waiting one stay.
      try requireEqual(left.map(\.codeHash), [[5], [4], [2]])
      try requireEqual(left.map(\.state), [.kept, .waiting, .kept])
      try requireEqual(try await store.sweep(rule).grants, 0)
      let result = try await store.delete(Samples.deletion(account)) { _, _ in nil }
      guard case .deleted(revocations: 3) = result else {
        throw ConformanceFailure(description: "found \(result)")
      }
    },
    ConformanceCase("a look at an account's grants is bounded, whatever the number of its sign-ins") {
      store in
      var account: Account.ID?
      for number in Int64(1)...Int64(Grant.listed + 5) {
        var attempt = Samples.attempt(Samples.identity("ann"), session: number)
        attempt.exchange = ExchangeDraft(
          clientID: "com.example.app", codeHash: [UInt8(truncatingIfNeeded: number)], sealed: [1],
          isDone: true)
        account = try await store.signIn(attempt).opened().account.id
      }
      let listed = try await store.grants(of: try requireValue(account))
      try requireEqual(listed.count, Grant.listed)
      try requireEqual(listed.first?.codeHash, [UInt8(Grant.listed + 5)])
    },
    ConformanceCase("tombstones go at their age (R44)") { store in
      for (name, seconds) in [("a", Int64(0)), ("b", 100)] {
        _ = try await anonymous(name, session: seconds + 1, in: store)
        _ = try await store.delete(
          Samples.deletion(Samples.id(name), at: Samples.start + .seconds(seconds))
        ) { _, _ in nil }
      }
      var rule = SweepRule(now: Samples.start + .seconds(150), idle: .seconds(90 * 86_400))
      rule.retention.tombstones = .seconds(100)
      try requireEqual(try await store.sweep(rule).tombstones, 1)
      try requireEqual(try await store.sweep(rule).tombstones, 0)
      try requireEqual(try await store.dump().filter { $0.hasPrefix("tombstone") }.count, 1)
    },
  ]

  /// An account with five grants: kept, another client's kept, missing, waiting, kept.
  private static func grants(in store: any AccountStore) async throws -> Account.ID {
    var account: Account.ID?
    for number in Int64(1)...5 {
      var attempt = Samples.attempt(Samples.identity("ann"), session: number)
      attempt.exchange = ExchangeDraft(
        clientID: number == 2 ? "com.example.web" : "com.example.app", codeHash: [UInt8(number)],
        sealed: [9], isDone: number != 3 && number != 4)
      let opened = try await store.signIn(attempt).opened()
      account = opened.account.id
      guard number == 3, let id = opened.job,
        let job = try await store.claimJob(id, at: Samples.start, lease: .seconds(60))
      else { continue }
      try await store.finish(job, .grantMissing(reason: "invalid_grant"), at: Samples.start)
    }
    return try requireValue(account)
  }
}
