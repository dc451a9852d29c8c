import Accounts

/// A server event of an account, for clients that react to it (contract §4).
struct EventRecord: Encodable, Sendable {
  let id: Int64
  let type: String
  let at: String
  let sid: String?

  /// Nil for audit rows that are no client's business.
  init?(_ event: AuditEvent) {
    guard let type = Self.type(of: event.kind) else { return nil }
    id = event.id
    self.type = type
    at = String(event.at.milliseconds)
    sid = event.session?.text
  }

  private static func type(of kind: AuditEvent.Kind) -> String? {
    switch kind {
    case .appleRevoked, .appleAccountDeleted: "appleRevoked"
    case .relayDisabled: "relayDisabled"
    case .relayEnabled: "relayEnabled"
    case .sessionEnded, .sessionsEnded, .refreshTokenReused: "sessionEnded"
    case .accountDeleted: "accountDeleted"
    default: nil
    }
  }
}
