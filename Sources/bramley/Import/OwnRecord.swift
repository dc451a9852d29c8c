import Accounts

/// What an export says besides Firebase's members, so that an import of it makes the same account again.
struct OwnRecord: Codable {
  /// The hash with its parameters: `$argon2id$…`, `$2b$…` or `$import$…`.
  var passwordHash: String?
  var passwordUpdatedAt: Int64?
  var validSince: Int64?
  var initialEmail: String?
  var appleAuthorizedAt: Int64?
  var deletesAt: Int64?
  /// `anonymous`, `custom`, `emailLink`, `second`.
  var marks: [String]?
  var extras: [String: String]?
  var identities: [IdentityRecord]?

  init(_ account: Account, showsPasswords: Bool) {
    passwordHash = showsPasswords ? account.passwordHash : nil
    passwordUpdatedAt = account.passwordUpdatedAt?.milliseconds
    validSince = account.validSince?.milliseconds
    initialEmail = account.initialEmail
    appleAuthorizedAt = account.appleAuthorizedAt?.milliseconds
    deletesAt = account.deletesAt?.milliseconds
    let set = [
      ("anonymous", account.isAnonymous), ("custom", account.isCustomAuth),
      ("emailLink", account.hasEmailLinkSignIn), ("second", account.mayBeSecond),
    ].filter(\.1).map(\.0)
    marks = set.isEmpty ? nil : set
    // What is in here may be sealed; it is of use to a service with the same sealing key.
    extras = account.extras.isEmpty || !showsPasswords ? nil : account.extras
    identities = account.identities.map(IdentityRecord.init)
  }

  /// Adds to an account what Firebase's members do not say.
  ///
  /// - Throws: ``ImportFault`` `INVALID_TIME`, `MISSING_RAW_ID`.
  func complete(_ account: inout Account) throws(ImportFault) {
    let identities = identities ?? []
    for record in identities where record.provider.isEmpty || record.issuer.isEmpty || record.subject.isEmpty
    {
      throw ImportFault(.missingRawID, "An identity in `bramley` lacks provider, issuer or subject.")
    }
    let times =
      [passwordUpdatedAt, validSince, appleAuthorizedAt, deletesAt] + identities.map(\.firstAuthorizedAt)
    for time in times.compactMap({ $0 }) where !Timestamp(milliseconds: time).isInCalendar {
      throw ImportFault(.invalidTime, "A time in `bramley` is not between the years 1970 and 9999.")
    }
    account.passwordUpdatedAt = passwordUpdatedAt.map(Timestamp.init(milliseconds:))
    account.validSince = validSince.map(Timestamp.init(milliseconds:))
    account.initialEmail = initialEmail
    account.appleAuthorizedAt = appleAuthorizedAt.map(Timestamp.init(milliseconds:))
    account.deletesAt = deletesAt.map(Timestamp.init(milliseconds:))
    let set = Set(marks ?? [])
    account.isAnonymous = set.contains("anonymous")
    account.isCustomAuth = set.contains("custom")
    account.hasEmailLinkSignIn = set.contains("emailLink")
    account.mayBeSecond = set.contains("second")
    account.extras = extras ?? [:]
    for record in identities { account.upsert(record.identity) }
  }
}

/// An identity with all that is known of it.
struct IdentityRecord: Codable {
  var provider: String
  var issuer: String
  var team: String?
  var subject: String
  var email: String?
  var displayName: String?
  var photoURL: String?
  var screenName: String?
  var phoneNumber: String?
  /// `emailVerified`, `privateEmail`, `relayDisabled`, `unproven`.
  var marks: [String]?
  var firstClientID: String?
  var realUserStatus: Int?
  var firstAuthorizedAt: Int64?

  init(_ identity: Identity) {
    provider = identity.key.provider.rawValue
    issuer = identity.key.issuer
    team = identity.key.team.isEmpty ? nil : identity.key.team
    subject = identity.key.subject
    email = identity.email
    displayName = identity.displayName
    photoURL = identity.photoURL
    screenName = identity.screenName
    phoneNumber = identity.phoneNumber
    let set = [
      ("emailVerified", identity.isEmailVerified), ("privateEmail", identity.isPrivateEmail),
      ("relayDisabled", identity.isRelayDisabled), ("unproven", !identity.isProven),
    ].filter(\.1).map(\.0)
    marks = set.isEmpty ? nil : set
    firstClientID = identity.firstClientID
    realUserStatus = identity.realUserStatus
    firstAuthorizedAt = identity.firstAuthorizedAt?.milliseconds
  }

  var identity: Identity {
    var identity = Identity(
      key: Identity.Key(
        provider: ProviderID(rawValue: provider), issuer: issuer, team: team ?? "", subject: subject))
    identity.email = email
    identity.displayName = displayName
    identity.photoURL = photoURL
    identity.screenName = screenName
    identity.phoneNumber = phoneNumber
    let set = Set(marks ?? [])
    identity.isEmailVerified = set.contains("emailVerified")
    identity.isPrivateEmail = set.contains("privateEmail")
    identity.isRelayDisabled = set.contains("relayDisabled")
    identity.isProven = !set.contains("unproven")
    identity.firstClientID = firstClientID
    identity.realUserStatus = realUserStatus
    identity.firstAuthorizedAt = firstAuthorizedAt.map(Timestamp.init(milliseconds:))
    return identity
  }
}
