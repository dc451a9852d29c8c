extension Accounts {
  /// How many times one sweep goes on where the bound stopped it.
  private static let longestSweep = 200
  /// By how much the clocks of two processes may differ, or one be set back.
  private static let clockMargin: Duration = .seconds(600)

  /// Removes what has expired and what is kept no longer: sessions, one-time rows, audit, addresses, accounts
  /// whose time has come (R29, R34, R35, R44).
  ///
  /// Each transaction looks at a bounded number of rows, so that requests pass between two of them.
  package func sweep() async throws(AccountsError) {
    let now = time.now()
    let rule = SweepRule(
      now: now, idle: policy.sessionIdle, absolute: policy.sessionAbsolute, retention: policy.retention,
      clockMargin: Self.clockMargin)
    for _ in 0..<Self.longestSweep {
      let report = try await stored { (store) throws(StoreError) in try await store.sweep(rule) }
      for id in report.due { try await deleteIfDue(id, at: now) }
      guard report.isUnfinished, !Task.isCancelled else { return }
    }
  }

  private func deleteIfDue(_ id: Account.ID, at now: Timestamp) async throws(AccountsError) {
    do throws(AccountsError) {
      try await delete(target(id, at: now), cause: "sweep") { account, _ in
        // Judged again: a sign-in between the two looks has saved the account.
        let isDue = account.deletesAt.map { $0 <= now } ?? account.isAnonymous
        return isDue ? nil : AccountsError(.operationNotAllowed)
      }
    } catch  where error.code == .userNotFound || error.code == .operationNotAllowed {
      return
    }
  }
}
