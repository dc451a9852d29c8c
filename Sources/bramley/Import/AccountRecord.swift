import Accounts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An account as `firebase auth:export` writes it, with what only this service knows in the member `bramley`.
struct AccountRecord: Codable {
  var localID: String?
  var email: String?
  var isEmailVerified: Bool?
  var passwordHash: String?
  var salt: String?
  var displayName: String?
  var photoURL: String?
  var createdAt: LooseInteger?
  var lastSignedInAt: LooseInteger?
  var lastLoginAt: LooseInteger?
  var phoneNumber: String?
  var isDisabled: Bool?
  var customAttributes: String?
  var providers: [Provider]?
  var own: OwnRecord?

  enum CodingKeys: String, CodingKey {
    case localID = "localId"
    case email
    case isEmailVerified = "emailVerified"
    case passwordHash, salt, displayName
    case photoURL = "photoUrl"
    case createdAt, lastSignedInAt, lastLoginAt, phoneNumber
    case isDisabled = "disabled"
    case customAttributes
    case providers = "providerUserInfo"
    case own = "bramley"
  }

  /// A way in of another provider.
  struct Provider: Codable {
    var providerID: String?
    var rawID: String?
    var email: String?
    var displayName: String?
    var photoURL: String?

    enum CodingKeys: String, CodingKey {
      case providerID = "providerId"
      case rawID = "rawId"
      case email, displayName
      case photoURL = "photoUrl"
    }
  }

  init() {}

  /// The record of an account.
  ///
  /// - Parameter showsPasswords: Whether the hash of the password is in it.
  init(_ account: Account, showsPasswords: Bool) {
    localID = account.id.text
    email = account.email
    isEmailVerified = account.email == nil ? nil : account.isEmailVerified
    displayName = account.displayName
    photoURL = account.photoURL
    createdAt = LooseInteger(account.createdAt.milliseconds)
    lastSignedInAt = account.lastLoginAt.map { LooseInteger($0.milliseconds) }
    phoneNumber = account.phoneNumber
    isDisabled = account.isDisabled ? true : nil
    customAttributes = account.customAttributes
    providers =
      account.identities.isEmpty
      ? nil
      : account.identities.map {
        Provider(
          providerID: $0.provider.rawValue, rawID: $0.subject, email: $0.email, displayName: $0.displayName,
          photoURL: $0.photoURL)
      }
    own = OwnRecord(account, showsPasswords: showsPasswords)
  }

  /// What the record says of an account.
  var description: AccountDescription {
    var described = AccountDescription()
    described.localID = localID
    described.email = email
    described.isEmailVerified = isEmailVerified ?? false
    described.displayName = displayName
    described.photoURL = photoURL
    described.phoneNumber = phoneNumber
    described.passwordHash = own?.passwordHash ?? passwordHash
    described.salt = salt
    described.createdAt = createdAt.map { Timestamp(milliseconds: $0.value) }
    described.lastLoginAt = (lastSignedInAt ?? lastLoginAt).map { Timestamp(milliseconds: $0.value) }
    described.isDisabled = isDisabled ?? false
    described.customAttributes = customAttributes
    // Our own record of the identities knows more than the list that Firebase reads.
    guard own?.identities == nil else { return described }
    described.providers = (providers ?? []).map { entry in
      var provider = AccountDescription.Provider()
      provider.provider = entry.providerID
      provider.rawID = entry.rawID
      provider.email = entry.email
      provider.displayName = entry.displayName
      provider.photoURL = entry.photoURL
      return provider
    }
    return described
  }

  /// The account that the record stands for.
  ///
  /// - Throws: ``ImportFault`` for the first member that cannot be.
  func account(_ accounts: Accounts, _ passwords: ImportedHashRule) throws(ImportFault) -> Account {
    var account = try accounts.account(description, passwords: passwords)
    try own?.complete(&account)
    return account
  }
}

/// A whole number that some write as text, as JavaScript's readers need it.
struct LooseInteger: Codable {
  let value: Int64

  init(_ value: Int64) { self.value = value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      guard let value = Int64(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no whole number")
      }
      self.value = value
    } else {
      value = try container.decode(Int64.self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(value))
  }
}
