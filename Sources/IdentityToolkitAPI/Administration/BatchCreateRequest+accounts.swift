import Accounts

extension BatchCreateRequest {
  /// Refuses what spoils the whole call.
  ///
  /// - Throws: `MISSING_USER_ACCOUNT`, `DUPLICATE_EMAIL`, `DUPLICATE_RAW_ID`, `DUPLICATE_LOCAL_ID`.
  func judge() throws(WireError) {
    guard !users.isEmpty else { throw .refused("MISSING_USER_ACCOUNT") }
    guard users.count <= 1000 else { throw .refused("MAXIMUM_USER_COUNT_EXCEEDED") }
    if isSanityChecked {
      var emails: Set<String> = []
      var identities: Set<[String]> = []
      for user in users {
        if let email = user.email?.lowercased(), !emails.insert(email).inserted {
          throw .refused("DUPLICATE_EMAIL", email)
        }
        for entry in user.providers where !entry.isDerived {
          let (provider, rawID) = (entry.provider ?? "", entry.rawID ?? "")
          if !identities.insert([provider, rawID]).inserted {
            throw .refused("DUPLICATE_RAW_ID", "Provider id(\(provider)), Raw id(\(rawID))")
          }
        }
      }
    }
    guard !overwrites else { return }
    var ids: Set<String> = []
    for id in users.compactMap(\.localID) where !ids.insert(id).inserted {
      throw .refused("DUPLICATE_LOCAL_ID", id)
    }
  }
}

extension BatchCreateRequest.UserObject {
  /// Why a user cannot be imported; the wire's message.
  struct Fault: Error, Hashable { let message: String }

  /// The account that the user describes.
  func account(_ context: WireContext, hashAlgorithm: String?) throws -> Account {
    guard let localID, !localID.isEmpty else { throw Fault(message: "localId is missing") }
    guard let id = Account.ID(localID) else { throw Fault(message: "localId is invalid") }
    if tenantID?.isEmpty == false { throw Fault(message: "Tenants are not offered by this service.") }
    if let email, EmailAddress.normalized(email) == nil { throw Fault(message: "email is invalid") }
    if let phoneNumber {
      do throws(AccountsError) { try Accounts.check(phone: phoneNumber) } catch {
        throw Fault(message: "phone number format is invalid")
      }
    }
    if let customAttributes, !customAttributes.isEmpty {
      do throws(AccountsError) { try Accounts.check(customAttributes: customAttributes) } catch {
        throw Fault(message: "Invalid custom claims provided.")
      }
    }
    var account = Account(
      id: id, createdAt: createdAt.map(Timestamp.init(milliseconds:)) ?? context.api.time.now())
    account.email = email.flatMap(EmailAddress.normalized)
    account.isEmailVerified = email != nil && isEmailVerified
    account.displayName = displayName
    account.photoURL = photoURL
    account.phoneNumber = phoneNumber
    account.validSince = validSince.map(Timestamp.init(seconds:))
    account.lastLoginAt = lastLoginAt.map(Timestamp.init(milliseconds:))
    account.isDisabled = isDisabled
    account.customAttributes = customAttributes
    account.passwordHash = try importedHash(algorithm: hashAlgorithm)
    if !factors.isEmpty {
      do {
        account.extras[SecondFactor.member] = try FactorObject.enrolled(factors, context)
      } catch {
        throw Fault(message: "Second factor account's phone number is invalid.")
      }
    }
    for entry in providers where !entry.isDerived { account.upsert(try entry.identity(context)) }
    return account
  }

  /// A hash that this service can check again.
  private func importedHash(algorithm: String?) throws(Fault) -> String? {
    guard let passwordHash, !passwordHash.isEmpty else { return nil }
    // Firebase's own export carries a placeholder where the exporter may not see hashes.
    guard passwordHash != UserRecord.redactedHash else { return nil }
    guard passwordHash.hasPrefix("$argon2id$") else {
      throw Fault(message: "Password hashes of the algorithm \(algorithm ?? "given") cannot be checked here.")
    }
    return passwordHash
  }
}

extension BatchCreateRequest.ProviderObject {
  func identity(_ context: WireContext) throws(BatchCreateRequest.UserObject.Fault) -> Identity {
    guard let provider, !provider.isEmpty, let rawID, !rawID.isEmpty else {
      throw .init(message: "federatedId or (providerId & rawId) is required")
    }
    let key = context.accounts.key(of: ProviderID(rawValue: provider), subject: rawID)
    var identity = Identity(key: key)
    identity.email = email
    identity.displayName = displayName
    identity.photoURL = photoURL
    identity.screenName = screenName
    return identity
  }
}
