import BramleyJOSE

extension Lookup.Response {
  /// The answer as JSON text, written directly: SDKs ask for it after every sign-in.
  func encoded() -> [UInt8] {
    var writer = JSONWriter(capacity: 256 + 1024 * (users?.count ?? 0))
    writer.object { writer in
      writer.member("kind", kind)
      writer.member("users", users) { $0.write(to: &$1) }
    }
    return writer.bytes
  }
}

extension UserRecord {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("localId", localId)
      writer.member("email", email)
      writer.member("emailVerified", emailVerified)
      writer.member("displayName", displayName)
      writer.member("photoUrl", photoUrl)
      writer.member("phoneNumber", phoneNumber)
      writer.member("passwordHash", passwordHash)
      writer.member("passwordUpdatedAt", passwordUpdatedAt)
      writer.member("validSince", validSince)
      writer.member("createdAt", createdAt)
      writer.member("lastLoginAt", lastLoginAt)
      writer.member("lastRefreshAt", lastRefreshAt)
      writer.member("disabled", disabled)
      writer.member("customAuth", customAuth)
      writer.member("emailLinkSignin", emailLinkSignin)
      writer.member("customAttributes", customAttributes)
      writer.member("initialEmail", initialEmail)
      writer.member("screenName", screenName)
      writer.member("language", language)
      writer.member("timeZone", timeZone)
      writer.member("dateOfBirth", dateOfBirth)
      writer.member("providerUserInfo", providerUserInfo) { $0.write(to: &$1) }
      writer.member("mfaInfo", mfaInfo) { $0.write(to: &$1) }
    }
  }
}

extension ProviderRecord {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("providerId", providerId)
      writer.member("rawId", rawId)
      writer.member("federatedId", federatedId)
      writer.member("displayName", displayName)
      writer.member("photoUrl", photoUrl)
      writer.member("email", email)
      writer.member("phoneNumber", phoneNumber)
      writer.member("screenName", screenName)
    }
  }
}

extension FactorRecord {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("mfaEnrollmentId", mfaEnrollmentId)
      writer.member("displayName", displayName)
      writer.member("phoneInfo", phoneInfo)
      writer.member("enrolledAt", enrolledAt)
      if totpInfo != nil { writer.emptyObject("totpInfo") }
    }
  }
}
