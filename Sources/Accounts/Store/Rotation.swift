/// A refresh token whose MAC is good, to be exchanged for its successor (R31–R34).
package struct Rotation: Sendable {
  /// The session that the token names.
  package var session: Session.ID
  /// The generation that the token names.
  package var generation: Int64
  /// The instant.
  package var now: Timestamp
  /// A session ends when it was not used for so long.
  package var idle: Duration
  /// A session ends at this age.
  package var absolute: Duration?
  /// How long a predecessor stays good after its successor was used.
  package var grace: Duration
  /// The client's address, for audit.
  package var address: String?

  package init(
    session: Session.ID, generation: Int64, now: Timestamp, idle: Duration, absolute: Duration? = nil,
    grace: Duration = .seconds(30), address: String? = nil
  ) {
    self.session = session
    self.generation = generation
    self.now = now
    self.idle = idle
    self.absolute = absolute
    self.grace = grace
    self.address = address
  }
}

/// How a rotation ended.
package enum RotationResult: Sendable {
  /// The successor has this generation.
  case rotated(Account, Session, generation: Int64)
  /// Refused by R33; when a token was reused, the session has ended.
  case refused(AccountsError)
}
