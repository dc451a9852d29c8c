import Accounts

/// An account as the wire shows it: an element of `users` (wire §3).
///
/// 64-bit numbers are text, since JavaScript reads them so; `passwordUpdatedAt` alone is a number there.
struct UserRecord: Encodable, Sendable {
  let localId: String
  let email: String?
  let emailVerified: Bool?
  let displayName: String?
  let photoUrl: String?
  let phoneNumber: String?
  let passwordHash: String?
  let passwordUpdatedAt: Int64?
  let validSince: String?
  let createdAt: String
  let lastLoginAt: String?
  let lastRefreshAt: String?
  let disabled: Bool?
  let customAuth: Bool?
  let emailLinkSignin: Bool?
  let customAttributes: String?
  let initialEmail: String?
  let screenName: String?
  let language: String?
  let timeZone: String?
  let dateOfBirth: String?
  let providerUserInfo: [ProviderRecord]?
  let mfaInfo: [FactorRecord]?

  /// Google's stand-in for a hash that nobody gets to see: `REDACTED` in base64.
  static let redactedHash = Accounts.redactedHash

  init(_ account: Account) {
    localId = account.id.text
    email = account.email
    emailVerified = account.email == nil ? nil : account.isEmailVerified
    displayName = account.displayName
    photoUrl = account.photoURL
    phoneNumber = account.phoneNumber
    passwordHash = account.passwordHash == nil ? nil : Self.redactedHash
    passwordUpdatedAt = account.passwordUpdatedAt?.milliseconds
    validSince = account.validSince.map { String($0.seconds) }
    createdAt = String(account.createdAt.milliseconds)
    lastLoginAt = account.lastLoginAt.map { String($0.milliseconds) }
    lastRefreshAt = account.lastRefreshAt.map(\.internetText)
    disabled = account.isDisabled ? true : nil
    customAuth = account.isCustomAuth ? true : nil
    emailLinkSignin = account.hasEmailLinkSignIn ? true : nil
    customAttributes = account.customAttributes
    initialEmail = account.initialEmail
    screenName = account.extras["screenName"]
    language = account.extras["language"]
    timeZone = account.extras["timeZone"]
    dateOfBirth = account.extras["dateOfBirth"]
    let providers = ProviderRecord.all(of: account)
    providerUserInfo = providers.isEmpty ? nil : providers
    mfaInfo = FactorRecord.all(of: account)
  }
}
