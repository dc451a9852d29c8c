import Accounts

/// A way in to an account: an element of `providerUserInfo` (wire §3).
///
/// `providerId` and `rawId` always stand: the Apple SDK and Python's stop without them.
struct ProviderRecord: Encodable, Sendable {
  let providerId: String
  let rawId: String
  var federatedId: String?
  var displayName: String?
  var photoUrl: String?
  var email: String?
  var phoneNumber: String?
  var screenName: String?

  /// Every entry of an account: its identities, then password and telephone while they exist.
  static func all(of account: Account) -> [ProviderRecord] {
    var records = account.identities.map { identity in
      ProviderRecord(
        providerId: identity.provider.rawValue, rawId: identity.subject, federatedId: identity.subject,
        displayName: identity.displayName, photoUrl: identity.photoURL, email: identity.email,
        screenName: identity.screenName)
    }
    if account.hasPasswordProvider, let email = account.email {
      records.append(
        ProviderRecord(
          providerId: ProviderID.password.rawValue, rawId: email, federatedId: email,
          displayName: account.displayName, photoUrl: account.photoURL, email: email))
    }
    if let phone = account.phoneNumber {
      records.append(
        ProviderRecord(providerId: ProviderID.phone.rawValue, rawId: phone, phoneNumber: phone))
    }
    return records
  }
}
