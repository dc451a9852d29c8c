extension AuditEvent.Kind {
  /// The kind in a word, for commands; a number for one that a later version wrote.
  package var name: String {
    switch self {
    case .linkHandedOut: "linkHandedOut"
    case .messageBounced: "messageBounced"
    case .messageGivenUp: "messageGivenUp"
    default: Self.names.indices.contains(rawValue &- 1) ? Self.names[rawValue - 1] : "kind \(rawValue)"
    }
  }

  /// In the order of the numbers.
  private static let names = [
    "accountCreated", "signedIn", "identityLinked", "identityUnlinked", "sessionEnded", "sessionsEnded",
    "refreshTokenReused", "generationFollowed", "passwordSet", "passwordRemoved", "emailChanged",
    "profileChanged", "accountDisabled", "accountEnabled", "accountDeleted", "accountChanged", "takenOver",
    "emailYielded", "grantKept", "grantMissing", "grantDropped", "grantRevoked", "appleRevoked",
    "appleAccountDeleted", "relayDisabled", "relayEnabled", "appleEventIgnored", "consentRecorded",
    "signInRefused", "revocationSuperseded", "reauthenticated",
  ]
}
