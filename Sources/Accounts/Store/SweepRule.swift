/// What a sweep removes.
package struct SweepRule: Sendable {
  /// The instant.
  package var now: Timestamp
  /// Sessions not used for so long end.
  package var idle: Duration
  /// Sessions of this age end.
  package var absolute: Duration?
  /// How long records are kept (R44).
  package var retention: Retention
  /// Anonymous accounts unused for so long go (R29).
  package var anonymous: Duration
  /// How much longer than they count one-time rows are kept. They remember spent credentials, and a process
  /// whose clock is behind still takes those for fresh.
  package var clockMargin: Duration
  /// How many rows of each kind one run looks at.
  package var limit: Int
  /// How many expired one-time rows, and windows of limits, one run removes. More than of the others: each
  /// sign-in leaves some, and those that go stand side by side.
  package var purgeLimit: Int

  package init(
    now: Timestamp, idle: Duration, absolute: Duration? = nil, retention: Retention = Retention(),
    anonymous: Duration = .seconds(30 * 86_400), clockMargin: Duration = .zero, limit: Int = 500,
    purgeLimit: Int = 5000
  ) {
    self.now = now
    self.idle = idle
    self.absolute = absolute
    self.retention = retention
    self.anonymous = anonymous
    self.clockMargin = clockMargin
    self.limit = limit
    self.purgeLimit = purgeLimit
  }
}

/// What a sweep found.
package struct SweepReport: Sendable, Hashable {
  /// One-time rows that were removed.
  package var oneTimeRows = 0
  /// Windows of limits that were removed.
  package var leases = 0
  /// Sessions that were removed.
  package var sessions = 0
  /// Grants that were removed.
  package var grants = 0
  /// Audit rows that were removed.
  package var events = 0
  /// Network addresses that were taken off sessions and audit rows.
  package var addresses = 0
  /// Tombstones that were removed.
  package var tombstones = 0
  /// Whether the bound stopped it before the end.
  package var isUnfinished = false
  /// Accounts whose time has come; the caller deletes them one by one, each with its jobs.
  package var due: [Account.ID] = []

  package init() {}
}
