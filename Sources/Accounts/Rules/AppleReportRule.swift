/// Decides what an event of Apple does to an account: R35. Pure.
package enum AppleReportRule {
  /// Whether an event tells nothing new: older than the latest authorization, or the echo of our own
  /// revocation.
  package static func isStale(_ event: AppleReport, account: Account, newestGrant: Grant?) -> Bool {
    switch event.kind {
    case .relayDisabled, .relayEnabled: return false
    case .consentRevoked, .accountDeleted:
      // By the second: Apple sends both resolutions, and in doubt the event counts.
      if let authorized = account.appleAuthorizedAt, event.at.seconds < authorized.seconds { return true }
      guard case .consentRevoked = event.kind else { return false }
      return newestGrant?.isRevoked(since: account.appleAuthorizedAt) ?? false
    }
  }

  /// What becomes of the account; nil when it is to be deleted.
  package static func applied(_ event: AppleReport, to account: Account) -> Account? {
    var account = account
    switch event.kind {
    case .consentRevoked: break
    case .relayDisabled, .relayEnabled:
      guard var identity = account.identity(of: event.identity.provider) else { return account }
      identity.isRelayDisabled = event.kind == .relayDisabled
      account.upsert(identity)
    case .accountDeleted(let unlinks):
      guard unlinks else { return nil }
      account.identities.removeAll { $0.key == event.identity }
      account.appleAuthorizedAt = nil
      if account.hasNoWayIn { account.deletesAt = event.now + .seconds(30 * 86_400) }
    }
    return account
  }

  /// The audit row of an event.
  package static func note(_ kind: AppleReport.Kind) -> AuditEvent.Kind {
    switch kind {
    case .consentRevoked: .appleRevoked
    case .accountDeleted: .appleAccountDeleted
    case .relayDisabled: .relayDisabled
    case .relayEnabled: .relayEnabled
    }
  }
}
