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
        if let email = user.described.email?.lowercased(), !emails.insert(email).inserted {
          throw .refused("DUPLICATE_EMAIL", email)
        }
        for entry in user.described.providers where !entry.isDerived {
          let (provider, rawID) = (entry.provider ?? "", entry.rawID ?? "")
          if !identities.insert([provider, rawID]).inserted {
            throw .refused("DUPLICATE_RAW_ID", "Provider id(\(provider)), Raw id(\(rawID))")
          }
        }
      }
    }
    guard !overwrites else { return }
    var ids: Set<String> = []
    for id in users.compactMap(\.described.localID) where !ids.insert(id).inserted {
      throw .refused("DUPLICATE_LOCAL_ID", id)
    }
  }
}

extension BatchCreateRequest {
  /// How the passwords of the call were hashed.
  ///
  /// - Throws: `INVALID_HASH_PARAMETERS` and its kin, which spoil the whole call.
  func hashRule() throws(WireError) -> ImportedHashRule {
    do throws(ImportFault) { return try ImportedHashRule(hash) } catch {
      // Without a password to import the algorithm does not matter, as for Google.
      if users.allSatisfy({ $0.described.passwordHash?.isEmpty ?? true }),
        let rule = try? ImportedHashRule(ImportedHashRule.Parameters())
      {
        return rule
      }
      throw .refused(error.code.rawValue, error.message)
    }
  }
}

extension BatchCreateRequest.UserObject {
  /// The account that the user describes.
  func account(_ context: WireContext, _ passwords: ImportedHashRule) throws(ImportFault) -> Account {
    if tenantID?.isEmpty == false {
      throw ImportFault(.malformed, "Tenants are not offered by this service.")
    }
    var account = try context.accounts.account(described, passwords: passwords)
    if !factors.isEmpty {
      do {
        account.extras[SecondFactor.member] = try FactorObject.enrolled(factors, context)
      } catch {
        throw ImportFault(.invalidPhoneNumber, "Second factor account's phone number is invalid.")
      }
    }
    return account
  }
}
