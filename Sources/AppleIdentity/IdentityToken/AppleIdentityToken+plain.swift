import BramleyJOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AppleIdentityToken {
  /// Reads claims that have their usual form: text, whole seconds, flags as boolean or text.
  ///
  /// - Returns: `nil` when any claim has another form; whether that passes, or which claim is at fault, the
  ///   decoder says. A test holds that both read the same.
  init?(plain claims: JSONObject) {
    guard case .text(let issuer)? = claims["iss"], case .text(let subject)? = claims["sub"],
      (1...255).contains(subject.utf8.count), case .text(let audience)? = claims["aud"],
      case let issuedAt?? = Self.time(claims["iat"]), case let expiresAt?? = Self.time(claims["exp"]),
      let notBefore = Self.time(claims["nbf"]), let authenticatedAt = Self.time(claims["auth_time"]),
      let nonce = Self.text(claims["nonce"]), let email = Self.text(claims["email"]),
      let codeHash = Self.text(claims["c_hash"]), let accessTokenHash = Self.text(claims["at_hash"]),
      let transferSubject = Self.text(claims["transfer_sub"]),
      let organizationID = Self.text(claims["org_id"]), let scopes = Self.text(claims["scopes"]),
      let isNonceSupported = Self.flag(claims["nonce_supported"]),
      let isEmailVerified = Self.flag(claims["email_verified"]),
      let isPrivateEmail = Self.flag(claims["is_private_email"])
    else { return nil }
    switch claims["real_user_status"] {
    case nil: realUserStatus = nil
    case .whole(let number)?: realUserStatus = Int(exactly: Double(number)).map(RealUserStatus.init)
    default: return nil
    }
    self.issuer = issuer
    self.subject = AppleSubject(subject)
    self.audience = ClientID(audience)
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.notBefore = notBefore
    self.authenticatedAt = authenticatedAt
    self.nonce = Self.unlessEmpty(nonce)
    self.isNonceSupported = isNonceSupported
    self.email = Self.unlessEmpty(email)
    self.isEmailVerified = isEmailVerified
    self.isPrivateEmail = isPrivateEmail
    self.codeHash = codeHash
    self.accessTokenHash = accessTokenHash
    self.transferSubject = Self.unlessEmpty(transferSubject)
    self.organizationID = Self.unlessEmpty(organizationID)
    self.scopes = Self.unlessEmpty(scopes)
  }

  // Each of these gives nil where the form is not the usual one, and `.some(nil)` where the claim is absent.

  private static func text(_ value: JSONObject.Value?) -> String?? {
    switch value {
    case nil, .null?: .some(nil)
    case .text(let text)?: text
    default: nil
    }
  }

  private static func time(_ value: JSONObject.Value?) -> Date?? {
    switch value {
    case nil, .null?: .some(nil)
    case .whole(let seconds)?: NumericDate(secondsSince1970: Double(seconds)).map(\.date)
    default: nil
    }
  }

  private static func flag(_ value: JSONObject.Value?) -> Bool? {
    switch value {
    case nil: false
    case .flag(let flag)?: flag
    case .text(let text)?: text == "true"
    default: nil
    }
  }

  private static func unlessEmpty(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }
}
