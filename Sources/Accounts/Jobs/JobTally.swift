import Synchronization

/// What this process's jobs came to, and how much work was left at the last look.
package final class JobTally: Sendable {
  /// What an attempt at a job came to.
  package enum End: String, Hashable, Sendable, CaseIterable {
    /// Done, or no longer needed.
    case done
    /// Put off; it is tried again.
    case retried
    /// Refused for good by the recipient's side.
    case refused
    /// Never to be done: a grant is missing, a message was not sent.
    case givenUp = "given_up"
  }

  /// What jobs are for, in words that fit a metric.
  package static let kinds = ["exchange", "revoke", "check", "mail", "text"]

  private struct State {
    var ends: [String: [End: Int]] = [:]
    var backlog: JobBacklog?
  }

  private let state = Mutex(State())

  /// How many attempts of a kind came to an end of that sort, since the process started.
  package func count(_ kind: String, _ end: End) -> Int { state.withLock { $0.ends[kind]?[end] ?? 0 } }

  /// What was left at the last look; nil when there was none, or the store did not answer.
  package var backlog: JobBacklog? { state.withLock { $0.backlog } }

  func note(_ kind: Job.Kind, _ outcome: JobOutcome) {
    state.withLock { $0.ends[kind.word, default: [:]][outcome.end, default: 0] += 1 }
  }

  func note(_ backlog: JobBacklog?) { state.withLock { $0.backlog = backlog } }
}

extension Job.Kind {
  fileprivate var word: String {
    switch self {
    case .exchange: "exchange"
    case .revoke, .exchangeAndRevoke: "revoke"
    case .check: "check"
    case .sendMail: "mail"
    case .sendText: "text"
    }
  }
}

extension JobOutcome {
  fileprivate var end: JobTally.End {
    switch self {
    case .grantKept, .revoked, .confirmed, .withdrawn, .superseded, .replaced, .delivered: .done
    case .retry: .retried
    case .bounced: .refused
    case .grantMissing, .grantDropped, .abandoned, .undelivered: .givenUp
    }
  }
}

extension Accounts {
  /// Jobs are counted up to here: a metric need not walk over more.
  package static let countedJobs = 100_000

  /// Looks how much work is left, for ``jobTally``; while the store does not answer, nothing is known.
  package func watchJobs() async throws(AccountsError) {
    do throws(AccountsError) {
      let backlog = try await stored { (store) throws(StoreError) in
        try await store.jobBacklog(limit: Self.countedJobs)
      }
      jobTally.note(backlog)
    } catch {
      jobTally.note(nil)
      throw error
    }
  }
}
