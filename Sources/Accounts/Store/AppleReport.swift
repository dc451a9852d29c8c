/// What Apple reports of a person.
package struct AppleReport: Sendable, Hashable {
  /// What happened.
  package enum Kind: Sendable, Hashable {
    /// The person withdrew consent.
    case consentRevoked
    /// The Apple account was deleted.
    case accountDeleted(unlinks: Bool)
    /// Mail to the relay address is off.
    case relayDisabled
    /// Mail to the relay address is on.
    case relayEnabled
  }

  /// What happened.
  package var kind: Kind
  /// The identity.
  package var identity: Identity.Key
  /// When it happened, by Apple's clock.
  package var at: Timestamp
  /// The instant.
  package var now: Timestamp
  /// The notification's own key; a second one changes nothing (A31). Nil when the event is our own finding.
  package var notification: OneTimeKey?

  package init(
    kind: Kind, identity: Identity.Key, at: Timestamp, now: Timestamp, notification: OneTimeKey? = nil
  ) {
    self.kind = kind
    self.identity = identity
    self.at = at
    self.now = now
    self.notification = notification
  }
}

/// What became of an event.
package enum AppleReportResult: Sendable, Hashable {
  /// Its effect is written.
  case applied(Account.ID)
  /// Older than the latest authorization, or the echo of our own revocation: audit only (R35).
  case ignored(Account.ID)
  /// The notification came before.
  case repeated
  /// No account has the identity.
  case unknown
}
