/// How long a service keeps what it no longer needs to work (R44).
package struct Retention: Sendable, Hashable {
  /// Audit rows are removed at this age.
  package var audit: Duration
  /// Ended sessions are removed at this age, counted from their end; until then their tokens get the right
  /// refusal (R33).
  package var sessions: Duration
  /// Network addresses are taken off audit rows of this age and off sessions not used for so long.
  package var addresses: Duration
  /// Grants of Apple that are over, or that a newer one replaces, are removed at this age.
  package var grants: Duration
  /// What is left of a deleted account, a hash of its identifier, is removed at this age.
  package var tombstones: Duration

  /// A year of audit and tombstones, ninety days of addresses, a month of what has ended.
  package init(
    audit: Duration = .seconds(365 * 86_400), sessions: Duration = .seconds(30 * 86_400),
    addresses: Duration = .seconds(90 * 86_400), grants: Duration = .seconds(30 * 86_400),
    tombstones: Duration = .seconds(365 * 86_400)
  ) {
    self.audit = audit
    self.sessions = sessions
    self.addresses = addresses
    self.grants = grants
    self.tombstones = tombstones
  }
}
