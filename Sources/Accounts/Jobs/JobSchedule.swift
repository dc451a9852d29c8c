/// When a job is tried again. Pure.
enum JobSchedule {
  /// A job that is claimed and never finished is due again after this.
  static let lease: Duration = .seconds(60)
  /// Apple's codes live five minutes; an exchange that failed until then never succeeds (R17).
  static let codeLifetime: Duration = .seconds(300)

  /// The wait before the next attempt: 2 s doubling to six hours, and what Apple asked for at least.
  static func wait(afterAttempt attempt: Int, retryAfter: Duration?) -> Duration {
    let doublings = min(max(attempt - 1, 0), 14)
    let own = min(Duration.seconds(2 << doublings), .seconds(6 * 3600))
    guard let retryAfter else { return own }
    return max(own, min(retryAfter, .seconds(6 * 3600)))
  }
}
