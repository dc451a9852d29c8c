/// What a sweep removes.
package struct SweepRule: Sendable {
  /// The instant.
  package var now: Timestamp
  /// Sessions not used for so long end.
  package var idle: Duration
  /// Sessions of this age end.
  package var absolute: Duration?
  /// Ended sessions are kept for so long, so that their tokens are answered rightly.
  package var keepsEnded: Duration
  /// Anonymous accounts unused for so long go (R29).
  package var anonymous: Duration
  /// How many rows of each kind one run looks at.
  package var limit: Int

  package init(
    now: Timestamp, idle: Duration, absolute: Duration? = nil, keepsEnded: Duration = .seconds(30 * 86_400),
    anonymous: Duration = .seconds(30 * 86_400), limit: Int = 500
  ) {
    self.now = now
    self.idle = idle
    self.absolute = absolute
    self.keepsEnded = keepsEnded
    self.anonymous = anonymous
    self.limit = limit
  }
}

/// What a sweep found.
package struct SweepReport: Sendable, Hashable {
  /// One-time rows that were removed.
  package var oneTimeRows = 0
  /// Sessions that were removed.
  package var sessions = 0
  /// Accounts whose time has come; the caller deletes them one by one, each with its jobs.
  package var due: [Account.ID] = []

  package init() {}
}
