import Accounts

/// What the console calls the kinds of audit rows.
enum AuditName {
  private static let names: [AuditEvent.Kind: String] = [
    .accountCreated: "account made", .signedIn: "signed in", .identityLinked: "way in linked",
    .identityUnlinked: "way in unlinked", .sessionEnded: "session ended", .sessionsEnded: "sessions ended",
    .refreshTokenReused: "refresh token reused", .generationFollowed: "generation followed",
    .passwordSet: "password set", .passwordRemoved: "password removed", .emailChanged: "address changed",
    .profileChanged: "profile changed", .accountDisabled: "locked", .accountEnabled: "unlocked",
    .accountDeleted: "deleted", .accountChanged: "account changed", .takenOver: "unproven ways in removed",
    .emailYielded: "address yielded", .grantKept: "grant kept", .grantMissing: "grant missing",
    .grantDropped: "grant dropped", .grantRevoked: "grant revoked", .appleRevoked: "revoked by Apple",
    .appleAccountDeleted: "Apple Account deleted", .relayDisabled: "relay mail off",
    .relayEnabled: "relay mail on", .appleEventIgnored: "event of Apple ignored",
    .consentRecorded: "consent recorded", .signInRefused: "sign-in refused",
    .revocationSuperseded: "revocation superseded", .reauthenticated: "proof renewed",
    .linkHandedOut: "link handed out", .messageBounced: "message bounced",
    .messageGivenUp: "message given up",
  ]

  /// A kind's name; the number of one that is not known here.
  static func text(_ kind: AuditEvent.Kind) -> String { names[kind] ?? "event \(kind.rawValue)" }
}
