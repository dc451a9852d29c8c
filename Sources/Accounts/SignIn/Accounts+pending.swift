import BramleyCrypto

/// A proof that was spent on a conflict answer and may be used once more, within ten minutes (R19).
struct PendingCredential: Codable, Sendable {
  var provider: String
  var issuer: String
  var team: String
  var subject: String
  var email: String?
  var isEmailVerified: Bool
  var isPrivateEmail: Bool
  var isProven: Bool
  var displayName: String?
  var photoURL: String?
  var screenName: String?
  var firstClientID: String?
  var realUserStatus: Int?
  var rawUserInfo: String
  var clientID: String?
  var personName: String?
  var exchange: PendingExchange?
  /// Milliseconds.
  var authTime: Int64
  /// Seconds.
  var expiry: Int64
}

extension Accounts {
  static var pendingLifetime: Duration { .seconds(600) }

  func pendingToken(of proven: ProvenIdentity, at now: Timestamp) throws(AccountsError) -> Secret {
    let identity = proven.identity
    let pending = PendingCredential(
      provider: identity.provider.rawValue, issuer: identity.key.issuer, team: identity.key.team,
      subject: identity.subject, email: identity.email, isEmailVerified: identity.isEmailVerified,
      isPrivateEmail: identity.isPrivateEmail, isProven: identity.isProven,
      displayName: identity.displayName, photoURL: identity.photoURL, screenName: identity.screenName,
      firstClientID: identity.firstClientID, realUserStatus: identity.realUserStatus,
      rawUserInfo: proven.profile.rawUserInfo, clientID: proven.clientID, personName: proven.displayName,
      exchange: proven.exchange, authTime: (proven.authTime ?? now).milliseconds,
      // Counted from the proof itself: one conflict after another does not keep it alive.
      expiry: ((proven.authTime ?? now) + Self.pendingLifetime).seconds)
    let sealed = try vault.seal(try SealedJSON.encode(pending), for: .pendingCredential)
    return Secret(bytes: Base64URL.encodeToBytes(sealed))
  }

  func prove(pendingToken token: Secret, at now: Timestamp) throws(AccountsError) -> ProvenIdentity {
    guard token.count <= 32 * 1024, let sealed = token.withBytes({ Base64URL.decode($0) }),
      let bytes = vault.open(sealed, for: .pendingCredential),
      let pending = SealedJSON.decode(PendingCredential.self, from: bytes)
    else { throw AccountsError(.invalidPendingToken, reason: "not one of ours") }
    guard now.seconds < pending.expiry else {
      throw AccountsError(.invalidPendingToken, reason: "too old")
    }
    var identity = Identity(
      key: Identity.Key(
        provider: ProviderID(rawValue: pending.provider), issuer: pending.issuer, team: pending.team,
        subject: pending.subject))
    identity.email = pending.email
    identity.isEmailVerified = pending.isEmailVerified
    identity.isPrivateEmail = pending.isPrivateEmail
    identity.isProven = pending.isProven
    identity.displayName = pending.displayName
    identity.photoURL = pending.photoURL
    identity.screenName = pending.screenName
    identity.firstClientID = pending.firstClientID
    identity.realUserStatus = pending.realUserStatus
    return ProvenIdentity(
      identity: identity, profile: ProviderProfile(identity: identity, rawUserInfo: pending.rawUserInfo),
      spending: SignInAttempt.Spending(
        purpose: .pendingCredential,
        key: OneTimeKey(
          expiry: Timestamp(seconds: pending.expiry), digest: SHA256.digest(sealed).bytes)),
      clientID: pending.clientID, displayName: pending.personName, exchange: pending.exchange,
      authTime: Timestamp(milliseconds: pending.authTime))
  }
}
