import Accounts

/// `accounts:batchCreate`, in v3 `uploadAccount` (wire §4.14).
struct BatchCreateRequest: WireRequest {
  var users: [UserObject]
  var isSanityChecked: Bool
  var overwrites: Bool
  var hashAlgorithm: String?
  var targetProjectID: String?

  init(_ fields: WireFields) throws {
    users = try fields.objects("users") ?? []
    isSanityChecked = try fields.flag("sanityCheck") ?? false
    overwrites = try fields.flag("allowOverwrite") ?? false
    hashAlgorithm = try fields.text("hashAlgorithm")
    targetProjectID = try fields.text("targetProjectId")
  }

  /// A user to import; the members are those of the record (wire §3).
  struct UserObject: WireObject {
    var localID: String?
    var email: String?
    var isEmailVerified: Bool
    var displayName: String?
    var photoURL: String?
    var phoneNumber: String?
    var passwordHash: String?
    var validSince: Int64?
    var createdAt: Int64?
    var lastLoginAt: Int64?
    var isDisabled: Bool
    var customAttributes: String?
    var providers: [ProviderObject]
    var factors: [FactorObject]
    var tenantID: String?

    init(_ fields: WireFields) throws {
      localID = try fields.text("localId")
      email = try fields.text("email")
      isEmailVerified = try fields.flag("emailVerified") ?? false
      displayName = try fields.text("displayName")
      photoURL = try fields.text("photoUrl")
      phoneNumber = try fields.text("phoneNumber")
      passwordHash = try fields.text("passwordHash")
      validSince = try fields.number("validSince")
      createdAt = try fields.number("createdAt")
      lastLoginAt = try fields.number("lastLoginAt")
      isDisabled = try fields.flag("disabled") ?? false
      customAttributes = try fields.text("customAttributes")
      providers = try fields.objects("providerUserInfo") ?? []
      factors = try fields.objects("mfaInfo") ?? []
      tenantID = try fields.text("tenantId")
    }
  }

  struct ProviderObject: WireObject {
    var provider: String?
    var rawID: String?
    var email: String?
    var displayName: String?
    var photoURL: String?
    var screenName: String?

    init(_ fields: WireFields) throws {
      provider = try fields.text("providerId")
      rawID = try fields.text("rawId")
      email = try fields.text("email")
      displayName = try fields.text("displayName")
      photoURL = try fields.text("photoUrl")
      screenName = try fields.text("screenName")
    }

    /// Whether it is derived from address or number, and so not imported on its own.
    var isDerived: Bool { provider == ProviderID.password.rawValue || provider == ProviderID.phone.rawValue }
  }
}
