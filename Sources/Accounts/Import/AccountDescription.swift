/// An account as an import describes it, before anything of it is believed.
package struct AccountDescription: Sendable {
  /// A way in of another provider.
  package struct Provider: Sendable {
    package var provider: String?
    package var rawID: String?
    package var email: String?
    package var displayName: String?
    package var photoURL: String?
    package var screenName: String?

    /// An empty entry.
    package init() {}

    /// Whether it is derived from address or number, and so not imported on its own.
    package var isDerived: Bool {
      provider == ProviderID.password.rawValue || provider == ProviderID.phone.rawValue
    }
  }

  package var localID: String?
  package var email: String?
  package var isEmailVerified = false
  package var displayName: String?
  package var photoURL: String?
  package var phoneNumber: String?
  package var passwordHash: String?
  package var salt: String?
  package var validSince: Timestamp?
  package var createdAt: Timestamp?
  package var lastLoginAt: Timestamp?
  package var isDisabled = false
  package var customAttributes: String?
  package var providers: [Provider] = []

  /// An empty description.
  package init() {}
}

extension Accounts {
  /// Google's stand-in for a hash that nobody gets to see: `REDACTED` in base64.
  package static let redactedHash = "UkVEQUNURUQ="

  /// The account that a description stands for.
  ///
  /// - Throws: ``ImportFault`` for the first member that cannot be.
  package func account(_ described: AccountDescription, passwords: ImportedHashRule) throws(ImportFault)
    -> Account
  {
    guard let localID = described.localID, !localID.isEmpty else {
      throw ImportFault(.missingLocalID, "localId is missing")
    }
    guard let id = Account.ID(localID) else { throw ImportFault(.invalidLocalID, "localId is invalid") }
    for time in [described.createdAt, described.lastLoginAt, described.validSince] {
      guard time?.isInCalendar ?? true else {
        throw ImportFault(.invalidTime, "A time is not between the years 1970 and 9999.")
      }
    }
    var account = Account(id: id, createdAt: described.createdAt ?? time.now())
    if let email = described.email, !email.isEmpty {
      guard let address = EmailAddress.normalized(email) else {
        throw ImportFault(.invalidEmail, "email is invalid")
      }
      account.email = address
      account.isEmailVerified = described.isEmailVerified
    }
    if let phone = described.phoneNumber, !phone.isEmpty {
      do throws(AccountsError) { try Self.check(phone: phone) } catch {
        throw ImportFault(.invalidPhoneNumber, "phone number format is invalid")
      }
      account.phoneNumber = phone
    }
    if let claims = described.customAttributes, !claims.isEmpty {
      do throws(AccountsError) { try Self.check(customAttributes: claims) } catch {
        throw ImportFault(.invalidClaims, "Invalid custom claims provided.")
      }
      account.customAttributes = claims
    }
    account.displayName = described.displayName
    account.photoURL = described.photoURL
    account.validSince = described.validSince
    account.lastLoginAt = described.lastLoginAt
    account.isDisabled = described.isDisabled
    if let hash = described.passwordHash, !hash.isEmpty, hash != Self.redactedHash {
      account.passwordHash = try passwords.encoded(hash: hash, salt: described.salt)
    }
    for entry in described.providers where !entry.isDerived { account.upsert(try identity(entry)) }
    return account
  }

  private func identity(_ described: AccountDescription.Provider) throws(ImportFault) -> Identity {
    guard let provider = described.provider, !provider.isEmpty, let rawID = described.rawID, !rawID.isEmpty
    else { throw ImportFault(.missingRawID, "federatedId or (providerId & rawId) is required") }
    let key = key(of: ProviderID(rawValue: provider), subject: rawID)
    guard key.provider != .apple || !key.team.isEmpty else {
      throw ImportFault(.missingTeam, "The team of an Apple identity is not known: apple.teamId is not set.")
    }
    var identity = Identity(key: key)
    identity.email = described.email
    identity.displayName = described.displayName
    identity.photoURL = described.photoURL
    identity.screenName = described.screenName
    return identity
  }
}

extension Timestamp {
  /// Whether it lies between the years 1970 and 9999, which can be written as a date.
  package var isInCalendar: Bool { (0...253_402_300_799_999).contains(milliseconds) }
}
