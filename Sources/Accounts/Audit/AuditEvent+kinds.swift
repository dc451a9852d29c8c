extension AuditEvent.Kind {
  /// The account was made.
  package static let accountCreated = Self(rawValue: 1)
  /// Somebody signed in.
  package static let signedIn = Self(rawValue: 2)
  /// An identity was linked.
  package static let identityLinked = Self(rawValue: 3)
  /// An identity was unlinked.
  package static let identityUnlinked = Self(rawValue: 4)
  /// A session was ended.
  package static let sessionEnded = Self(rawValue: 5)
  /// All, or all other, sessions were ended.
  package static let sessionsEnded = Self(rawValue: 6)
  /// A refresh token older than the predecessor came back; its session ended (R31).
  package static let refreshTokenReused = Self(rawValue: 7)
  /// A generation above the stored one was accepted after a restore (R32).
  package static let generationFollowed = Self(rawValue: 8)
  /// A password was set.
  package static let passwordSet = Self(rawValue: 9)
  /// A password was removed.
  package static let passwordRemoved = Self(rawValue: 10)
  /// The address was changed.
  package static let emailChanged = Self(rawValue: 11)
  /// Name or photo was changed.
  package static let profileChanged = Self(rawValue: 12)
  /// The account was locked.
  package static let accountDisabled = Self(rawValue: 13)
  /// The account was unlocked.
  package static let accountEnabled = Self(rawValue: 14)
  /// The account was deleted.
  package static let accountDeleted = Self(rawValue: 15)
  /// An administrator changed the account.
  package static let accountChanged = Self(rawValue: 16)
  /// Unproven credentials were removed when the address's owner arrived (R23).
  package static let takenOver = Self(rawValue: 17)
  /// The address was taken from the account by its proven owner (R23).
  package static let emailYielded = Self(rawValue: 18)
  /// Apple's refresh token was kept.
  package static let grantKept = Self(rawValue: 19)
  /// The exchange of a code failed for good (R17).
  package static let grantMissing = Self(rawValue: 20)
  /// A grant was dropped since its subject was another person's (R17).
  package static let grantDropped = Self(rawValue: 21)
  /// A grant was revoked at Apple.
  package static let grantRevoked = Self(rawValue: 22)
  /// Apple reported that consent was withdrawn.
  package static let appleRevoked = Self(rawValue: 23)
  /// Apple reported that the Apple account was deleted.
  package static let appleAccountDeleted = Self(rawValue: 24)
  /// Apple reported that mail to the relay address is off.
  package static let relayDisabled = Self(rawValue: 25)
  /// Apple reported that mail to the relay address is on.
  package static let relayEnabled = Self(rawValue: 26)
  /// An event of Apple was older than the latest authorization, or our own echo (R35).
  package static let appleEventIgnored = Self(rawValue: 27)
  /// A consent was recorded.
  package static let consentRecorded = Self(rawValue: 28)
  /// A sign-in to a known account was refused.
  package static let signInRefused = Self(rawValue: 29)
  /// A revocation was dropped, since the person authorized anew (R36).
  package static let revocationSuperseded = Self(rawValue: 30)
  /// A proof counted as a recent sign-in (R28).
  package static let reauthenticated = Self(rawValue: 31)
  /// A message was refused by the recipient's side for good.
  package static let messageBounced = Self(rawValue: 60)
  /// A message could not be sent while it was of use.
  package static let messageGivenUp = Self(rawValue: 61)
}
