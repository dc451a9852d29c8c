import Accounts
import BramleyCrypto

/// `accounts:update` in all its uses (wire §4.7).
struct UpdateRequest: WireRequest {
  /// What can be cleared by name, in the order of the wire's indices.
  enum Attribute: String, WireChoice {
    case unspecified = "USER_ATTRIBUTE_NAME_UNSPECIFIED"
    case email = "EMAIL"
    case displayName = "DISPLAY_NAME"
    case provider = "PROVIDER"
    case photoURL = "PHOTO_URL"
    case password = "PASSWORD"
    case rawUserInfo = "RAW_USER_INFO"
  }

  var idToken: String?
  var localID: String?
  var oobCode: String?
  var displayName: String?
  var photoURL: String?
  var email: String?
  var password: String?
  var deletedAttributes: [Attribute]
  var deletedProviders: [String]
  var link: LinkedProvider?
  var validSince: Int64?
  var disablesUser: Bool?
  var isEmailVerified: Bool?
  var phoneNumber: String?
  var customAttributes: String?
  var createdAt: Int64?
  var lastLoginAt: Int64?
  var factors: FactorList?

  init(_ fields: WireFields) throws {
    idToken = try fields.text("idToken")
    localID = try fields.text("localId")
    oobCode = try fields.text("oobCode")
    displayName = try fields.text("displayName")
    photoURL = try fields.text("photoUrl")
    email = try fields.text("email")
    password = try fields.text("password")
    deletedAttributes = try fields.choices("deleteAttribute") ?? []
    deletedProviders = try fields.texts("deleteProvider") ?? []
    link = try fields.object("linkProviderUserInfo")
    validSince = try fields.number("validSince")
    disablesUser = try fields.flag("disableUser")
    isEmailVerified = try fields.flag("emailVerified")
    phoneNumber = try fields.text("phoneNumber")
    customAttributes = try fields.text("customAttributes")
    createdAt = try fields.number("createdAt")
    lastLoginAt = try fields.number("lastLoginAt")
    factors = try fields.object("mfa")
  }

  /// A provider's entry that an administrator vouches for (R26b).
  struct LinkedProvider: WireObject {
    var provider: String?
    var rawID: String?
    var email: String?
    var displayName: String?
    var photoURL: String?

    init(_ fields: WireFields) throws {
      provider = try fields.text("providerId")
      rawID = try fields.text("rawId")
      email = try fields.text("email")
      displayName = try fields.text("displayName")
      photoURL = try fields.text("photoUrl")
    }

    /// - Throws: `MISSING_PROVIDER_ID`, `MISSING_RAW_ID`.
    func identity() throws(WireError) -> AdministrativeUpdate.LinkedIdentity {
      guard let provider, !provider.isEmpty else { throw .refused("MISSING_PROVIDER_ID") }
      guard let rawID, !rawID.isEmpty else { throw .refused("MISSING_RAW_ID") }
      return AdministrativeUpdate.LinkedIdentity(
        provider: ProviderID(rawValue: provider), subject: rawID, email: email, displayName: displayName,
        photoURL: photoURL)
    }
  }
}

extension UpdateRequest {
  /// What becomes of a member: cleared when named in `deleteAttribute`, else set when sent.
  private func change(_ value: String?, _ attribute: Attribute) -> Change<String> {
    deletedAttributes.contains(attribute) ? .clear : .given(value)
  }

  /// Attributes that are not offered.
  private func judgeAttributes() throws(WireError) {
    guard !deletedAttributes.contains(.provider), !deletedAttributes.contains(.rawUserInfo) else {
      throw .notImplemented("Deleting PROVIDER or RAW_USER_INFO is not offered; use deleteProvider.")
    }
  }

  private var passwordChange: Change<Secret> {
    deletedAttributes.contains(.password) ? .clear : .given(password.map { Secret(utf8: $0) })
  }

  /// The update of the own account; telephone, proof of address and times are an administrator's to set and
  /// are ignored.
  func personal() throws(WireError) -> AccountUpdate {
    guard customAttributes == nil else { throw .refused("INSUFFICIENT_PERMISSION") }
    guard disablesUser == nil else { throw .refused("OPERATION_NOT_ALLOWED") }
    // With an ID token nobody may claim an identity that was not proven (R26b).
    guard link == nil else {
      throw .refused("INSUFFICIENT_PERMISSION", "Sign in with the provider to link it.")
    }
    try judgeAttributes()
    var update = AccountUpdate()
    update.displayName = change(displayName, .displayName)
    update.photoURL = change(photoURL, .photoURL)
    update.email = change(email, .email)
    update.password = passwordChange
    update.unlink = deletedProviders.map(ProviderID.init(rawValue:))
    update.endsEverything = validSince != nil
    return update
  }

  /// The update by an administrator.
  func administrative(_ context: WireContext) throws -> AdministrativeUpdate {
    try judgeAttributes()
    var update = AdministrativeUpdate()
    update.displayName = change(displayName, .displayName)
    update.photoURL = change(photoURL, .photoURL)
    update.email = change(email, .email)
    update.password = passwordChange
    update.isEmailVerified = isEmailVerified
    update.phoneNumber = .given(phoneNumber)
    update.isDisabled = disablesUser
    update.customAttributes = .given(customAttributes)
    update.validSince = validSince.map(Timestamp.init(seconds:))
    update.createdAt = createdAt.map(Timestamp.init(milliseconds:))
    update.lastLoginAt = lastLoginAt.map(Timestamp.init(milliseconds:))
    update.unlink = deletedProviders.map(ProviderID.init(rawValue:))
    update.link = try link?.identity()
    if let factors { update.extras[SecondFactor.member] = try factors.replacement(context) }
    return update
  }
}
