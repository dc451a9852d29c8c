import Accounts

/// What `/metrics` shows beside the listeners' answers. Nothing of it is asked of the store at that moment: it
/// is read most when the store is away.
extension OperationsAPI {
  /// Everything in Prometheus' text format 0.0.4.
  func metricsText(_ metrics: Metrics) -> String {
    let ended = Counter(
      "jobs_ended", "Attempts at jobs by what they came to.",
      by: JobTally.kinds.flatMap { kind in
        JobTally.End.allCases.map { end in
          (["kind": kind, "end": end.rawValue], accounts.jobTally.count(kind, end))
        }
      })
    return metrics.text() + jobGauges.map(\.text).joined() + ended.text + gauges().map(\.text).joined()
      + counters().map(\.text).joined()
  }

  /// Missing while the store does not answer: an old number would say that all is well.
  private var jobGauges: [Gauge] {
    guard let backlog = accounts.jobTally.backlog else { return [] }
    let age = backlog.oldest.map { max(0, (accounts.now - $0).components.seconds) } ?? 0
    return [
      Gauge("jobs_waiting", "Jobs in the store, counted up to \(Accounts.countedJobs).", backlog.count),
      Gauge("jobs_oldest_age_seconds", "Time since the oldest of them was written.", Int(age)),
    ]
  }
}
