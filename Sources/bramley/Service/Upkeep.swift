import Accounts

/// The work that nobody asks for: jobs towards Apple when they are due, the daily check of Apple's grants,
/// and sweeping what has expired.
enum Upkeep {
  /// Runs until the task is cancelled.
  ///
  /// - Parameters:
  ///   - pause: The time from one look to the next.
  ///   - looksUntilCheck: How many looks lie between two runs of the daily check's scheduler; it makes at most
  ///     a hundred checks a run, so that a large user base never floods Apple (R37).
  static func start(
    _ accounts: Accounts, _ log: Log, pause: Duration = .seconds(1), looksUntilCheck: Int = 60
  ) -> Task<Void, Never> {
    Task {
      var looks = 0
      while !Task.isCancelled {
        do {
          if looks % looksUntilCheck == 0 { try await accounts.scheduleChecks() }
          _ = try await accounts.runJobs()
          if looks % (10 * looksUntilCheck) == 0 { try await accounts.sweep() }
          looks += 1
        } catch {
          log.warning("upkeep: \(error); it is tried again")
        }
        // A job that a request starts runs at once; this only finds those that were left or put off.
        try? await Task.sleep(for: pause)
      }
    }
  }
}
