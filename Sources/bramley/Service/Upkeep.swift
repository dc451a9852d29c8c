import Accounts

/// The work that nobody asks for: jobs towards Apple when they are due, the daily check of Apple's grants,
/// and sweeping what has expired.
struct Upkeep: Sendable {
  /// One kind of work.
  typealias Work = @Sendable () async throws -> Void

  /// Makes the checks of Apple's grants that are due, a bounded number at a time (R37).
  let scheduleChecks: Work
  /// Does the jobs that are due.
  let runJobs: Work
  /// Removes what has expired.
  let sweep: Work
  /// Follows what a command changed in the store: a rotation of the signing keys.
  var follow: Work = {}
  /// Looks how much work is left.
  var watch: Work = {}
  /// Takes a line about work that failed and is tried again.
  let report: @Sendable (String) -> Void
  /// The time from one look for jobs to the next.
  var pause: Duration = .seconds(1)
  /// How many looks lie between two runs of the daily check's scheduler.
  var looksUntilChecks = 60
  /// How many looks lie between two at how much work is left.
  var looksUntilWatch = 10
  /// How many looks lie between two sweeps.
  var looksUntilSweep = 600

  /// Works until the task is cancelled; work that fails, or takes long, does not stop the other kinds.
  ///
  /// Jobs wait for Apple and for the mail server: behind a server that is slow a key that was forgotten would
  /// go on counting, so each of the three goes round by itself.
  func start() -> Task<Void, Never> {
    Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await look { _ in await attempt("following the signing keys", follow) }
        }
        group.addTask {
          await look { looks in
            if looks % looksUntilChecks == 0 { await attempt("scheduling checks", scheduleChecks) }
            // A job that a request starts runs at once; this finds those that were left or put off.
            await attempt("jobs", runJobs)
          }
        }
        group.addTask {
          await look { looks in
            if looks % looksUntilWatch == 0 { await attempt("counting jobs", watch) }
            if looks % looksUntilSweep == 0 { await attempt("sweeping", sweep) }
          }
        }
      }
    }
  }

  private func look(_ work: (Int) async -> Void) async {
    var looks = 0
    while !Task.isCancelled {
      await work(looks)
      looks += 1
      try? await Task.sleep(for: pause)
    }
  }

  private func attempt(_ name: String, _ work: Work) async {
    do { try await work() } catch { report("upkeep, \(name): \(error); it is tried again") }
  }
}

extension Upkeep {
  /// The upkeep of a service's accounts.
  init(_ accounts: Accounts, _ keys: SigningKeyChain, _ log: Log) {
    self.init(
      scheduleChecks: { try await accounts.scheduleChecks() }, runJobs: { try await accounts.runJobs() },
      sweep: { try await accounts.sweep() }, follow: { try await keys.follow() },
      watch: { try await accounts.watchJobs() }, report: { log.warning($0) })
  }
}
