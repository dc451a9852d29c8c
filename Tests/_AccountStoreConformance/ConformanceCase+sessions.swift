import Accounts

extension ConformanceCase {
  static let sessions = [
    ConformanceCase("an unknown session is INVALID_REFRESH_TOKEN (R33)") { store in
      try requireEqual(try await store.rotate(Samples.rotation(404, 1)).refusal, .invalidRefreshToken)
      try require(try await store.state(of: Samples.session(404)) == nil, "there is a state")
    },
    ConformanceCase("disabled, ended, idle, too old and before validSince are refused (R33, R34, A37)") {
      store in
      let id = try await anonymous("a", session: 1, in: store)
      let later = Samples.start + .seconds(91 * 86_400)
      try requireEqual(try await store.rotate(Samples.rotation(1, 1, at: later)).refusal, .tokenExpired)
      var absolute = Samples.rotation(1, 1, at: Samples.start + .seconds(100))
      absolute.absolute = .seconds(99)
      try requireEqual(try await store.rotate(absolute).refusal, .tokenExpired)
      try await disable(id, in: store)
      try requireEqual(try await store.rotate(Samples.rotation(1, 1)).refusal, .userDisabled)
      _ = try await store.change(ChangeTarget(account: id, now: Samples.start)) { change -> Verdict<Bool> in
        change.account.isDisabled = false
        change.account.validSince = Timestamp(seconds: Samples.start.seconds + 1)
        return .commit(true)
      }
      try requireEqual(try await store.rotate(Samples.rotation(1, 1)).refusal, .tokenExpired)
      try requireEqual(try await store.end(Samples.session(1), as: .signedOut, at: Samples.start), true)
      try requireEqual(try await store.end(Samples.session(1), as: .signedOut, at: Samples.start), false)
      try requireEqual(try await store.rotate(Samples.rotation(1, 1)).refusal, .tokenExpired)
    },
    ConformanceCase("the predecessor gets the same successor until that was used (R31, FR-52)") { store in
      _ = try await anonymous("a", session: 1, in: store)
      try requireEqual(try await store.rotate(Samples.rotation(1, 1)).generation, 2)
      let hours = Samples.start + .seconds(7200)
      try requireEqual(try await store.rotate(Samples.rotation(1, 1, at: hours)).generation, 2)
      try await store.noteUse(of: Samples.session(1), generation: 2, at: hours)
      try requireEqual(
        try await store.rotate(Samples.rotation(1, 1, at: hours + .seconds(30))).generation, 2)
      try requireEqual(
        try await store.rotate(Samples.rotation(1, 1, at: hours + .seconds(31))).refusal, .tokenExpired)
      let state = try requireValue(try await store.state(of: Samples.session(1)))
      try requireEqual(state.session.end, .reuse)
      let kinds = try await store.events(of: Samples.id("a"), after: 0, limit: 100).map(\.kind)
      try require(kinds.contains(.refreshTokenReused), "the reuse is not in the audit")
    },
    ConformanceCase("what is two behind is good for thirty seconds only (R31)") { store in
      _ = try await anonymous("a", session: 1, in: store)
      _ = try await store.rotate(Samples.rotation(1, 1))
      try requireEqual(try await store.rotate(Samples.rotation(1, 2)).generation, 3)
      try requireEqual(
        try await store.rotate(Samples.rotation(1, 1, at: Samples.start + .seconds(30))).generation, 2)
      try requireEqual(
        try await store.rotate(Samples.rotation(1, 1, at: Samples.start + .seconds(31))).refusal,
        .tokenExpired)
      try requireEqual(try await store.rotate(Samples.rotation(1, 3)).refusal, .tokenExpired)
    },
    ConformanceCase("a use is noted once, for the current generation only (R31)") { store in
      _ = try await anonymous("a", session: 1, in: store)
      _ = try await store.rotate(Samples.rotation(1, 1))
      let before = try await store.dump()
      try await store.noteUse(of: Samples.session(1), generation: 1, at: Samples.start)
      try await store.noteUse(of: Samples.session(9), generation: 1, at: Samples.start)
      try requireEqual(try await store.dump(), before)
      try await store.noteUse(of: Samples.session(1), generation: 2, at: Samples.start)
      try await store.noteUse(of: Samples.session(1), generation: 2, at: Samples.start + .seconds(9))
      try requireEqual(
        try await store.state(of: Samples.session(1))?.session.successorUsedAt, Samples.start)
    },
    ConformanceCase("a generation above the stored one is followed once (R32)") { store in
      _ = try await anonymous("a", session: 1, in: store)
      try requireEqual(try await store.rotate(Samples.rotation(1, 7)).generation, 8)
      try requireEqual(try await store.state(of: Samples.session(1))?.session.generation, 8)
      try requireEqual(try await store.rotate(Samples.rotation(1, 7)).generation, 8)
      try requireEqual(
        try await store.rotate(Samples.rotation(1, 1)).refusal, .tokenExpired)
    },
    ConformanceCase("events come oldest first above a number") { store in
      let opened = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: 1)).opened()
      let all = try await store.events(of: opened.account.id, after: 0, limit: 100)
      try requireEqual(all.map(\.kind), [.accountCreated, .signedIn])
      let first = try requireValue(all.first)
      try requireEqual(first.address, "192.0.2.1")
      try requireEqual(
        try await store.events(of: opened.account.id, after: first.id, limit: 100).map(\.kind), [.signedIn])
      try requireEqual(try await store.events(of: Samples.id("nobody"), after: 0, limit: 100), [])
    },
    ConformanceCase("a sweep removes what is over and keeps the chain of the rest (R34)") { store in
      for number in Int64(1)...5 {
        _ = try await store.signIn(Samples.attempt(Samples.identity("ann"), session: number)).opened()
      }
      for number in [Int64(2), 4, 5] {
        _ = try await store.end(Samples.session(number), as: .signedOut, at: Samples.start)
      }
      let owner = try requireValue(
        try await store.accounts(by: [.identity(provider: .apple, subject: "ann")]).first)
      let rule = SweepRule(now: Samples.start + .seconds(31 * 86_400), idle: .seconds(90 * 86_400))
      let report = try await store.sweep(rule)
      try requireEqual(report.sessions, 3)
      try requireEqual(report.oneTimeRows, 5)
      try requireEqual(report.due, [])
      try requireEqual(try await store.sessions(of: owner.id).map(\.id.number), [3, 1])
      try require(try await store.state(of: Samples.session(5)) == nil, "the newest is still there")
    },
    ConformanceCase("a sweep names accounts whose time has come (R29, R35)") { store in
      _ = try await anonymous("idle", session: 1, in: store)
      var due = creation("due")
      due.account.deletesAt = Samples.start
      _ = try await store.create(due)
      _ = try await store.create(creation("made by an administrator"))
      let soon = try await store.sweep(SweepRule(now: Samples.start, idle: .seconds(1)))
      try requireEqual(soon.due.map(\.text), ["due"])
      let later = try await store.sweep(
        SweepRule(now: Samples.start + .seconds(31 * 86_400), idle: .seconds(90 * 86_400)))
      try requireEqual(later.due.map(\.text), ["due", "idle"])
    },
    ConformanceCase("a sweep looks at a stretch of anonymous accounts, used or not, then at the next (R29)") {
      store in
      for (number, name) in ["a", "b", "c", "d", "e"].enumerated() {
        _ = try await anonymous(name, session: Int64(number) + 1, in: store)
      }
      let used = Samples.start + .seconds(20 * 86_400)
      for number in [Int64(1), 2, 4] {
        _ = try await store.rotate(
          Rotation(session: Samples.session(number), generation: 1, now: used, idle: .seconds(90 * 86_400)))
      }
      let rule = SweepRule(
        now: Samples.start + .seconds(31 * 86_400), idle: .seconds(90 * 86_400), limit: 2)
      var found: [[String]] = []
      for _ in 0..<4 {
        let report = try await store.sweep(rule)
        found.append(report.due.map(\.text))
        if report.due.contains(where: { $0.text == "e" }) { break }
        try require(report.isUnfinished, "the stretch was taken for the end")
      }
      // The last stretch is not full; the next sweep begins anew.
      try requireEqual(found, [[], ["c"], ["e"]])
      try requireEqual(try await store.sweep(rule).due.map(\.text), [])
    },
  ]
}
