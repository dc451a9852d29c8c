import Accounts

/// The work that nobody asks for: jobs towards Apple when they are due, and sweeping what has expired.
enum Upkeep {
  /// Runs until the task is cancelled.
  static func start(_ accounts: Accounts, _ log: Log) -> Task<Void, Never> {
    Task {
      var untilSweep = 0
      while !Task.isCancelled {
        do {
          _ = try await accounts.runJobs()
          if untilSweep == 0 {
            try await accounts.sweep()
            untilSweep = 600
          }
          untilSweep -= 1
        } catch {
          log.warning("upkeep: \(error); it is tried again")
        }
        // A job that a request starts runs at once; this only finds those that were left or put off.
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }
}
