import Accounts

/// `accounts:batchCreate`, in v3 `uploadAccount` (wire §4.14).
struct BatchCreateRequest: WireRequest {
  var users: [UserObject]
  var isSanityChecked: Bool
  var overwrites: Bool
  var hash = ImportedHashRule.Parameters()
  var targetProjectID: String?

  init(_ fields: WireFields) throws {
    users = try fields.objects("users") ?? []
    isSanityChecked = try fields.flag("sanityCheck") ?? false
    overwrites = try fields.flag("allowOverwrite") ?? false
    hash.algorithm = try fields.text("hashAlgorithm")
    hash.signerKey = try fields.text("signerKey")
    hash.saltSeparator = try fields.text("saltSeparator")
    hash.rounds = try fields.number("rounds")
    hash.memoryCost = try fields.number("memoryCost")
    hash.cpuMemoryCost = try fields.number("cpuMemCost")
    hash.parallelization = try fields.number("parallelization")
    hash.blockSize = try fields.number("blockSize")
    hash.derivedKeyLength = try fields.number("dkLen")
    hash.inputOrder = try fields.text("passwordHashOrder")
    targetProjectID = try fields.text("targetProjectId")
  }

  /// A user to import; the members are those of the record (wire §3).
  struct UserObject: WireObject {
    var described = AccountDescription()
    var factors: [FactorObject]
    var tenantID: String?

    init(_ fields: WireFields) throws {
      described.localID = try fields.text("localId")
      described.email = try fields.text("email")
      described.isEmailVerified = try fields.flag("emailVerified") ?? false
      described.displayName = try fields.text("displayName")
      described.photoURL = try fields.text("photoUrl")
      described.phoneNumber = try fields.text("phoneNumber")
      described.passwordHash = try fields.text("passwordHash")
      described.salt = try fields.text("salt")
      described.validSince = try fields.number("validSince").map(Timestamp.init(seconds:))
      described.createdAt = try fields.number("createdAt").map(Timestamp.init(milliseconds:))
      described.lastLoginAt = try fields.number("lastLoginAt").map(Timestamp.init(milliseconds:))
      described.isDisabled = try fields.flag("disabled") ?? false
      described.customAttributes = try fields.text("customAttributes")
      described.providers = (try fields.objects("providerUserInfo") as [ProviderObject]? ?? []).map(
        \.described)
      factors = try fields.objects("mfaInfo") ?? []
      tenantID = try fields.text("tenantId")
    }
  }

  struct ProviderObject: WireObject {
    var described = AccountDescription.Provider()

    init(_ fields: WireFields) throws {
      described.provider = try fields.text("providerId")
      described.rawID = try fields.text("rawId")
      described.email = try fields.text("email")
      described.displayName = try fields.text("displayName")
      described.photoURL = try fields.text("photoUrl")
      described.screenName = try fields.text("screenName")
    }
  }
}
