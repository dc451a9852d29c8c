/// An attempt to get into a known account that was refused, for its audit (R42).
package struct RefusedAttempt: Sendable, Hashable {
  /// The account.
  package var account: Account.ID
  /// Which way was tried: `password`, `second factor`; never what was tried.
  package var way: String
  /// Who tried.
  package var client: ClientFacts
  /// When.
  package var now: Timestamp
  /// How long one row stands for all attempts, counted from it.
  package var window: Duration

  package init(
    account: Account.ID, way: String, client: ClientFacts, now: Timestamp, window: Duration
  ) {
    self.account = account
    self.way = way
    self.client = client
    self.now = now
    self.window = window
  }
}
