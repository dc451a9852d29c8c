import BramleyCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Builds the claims of our ID tokens and session cookies (wire §5.1, §5.2) and has them signed.
struct TokenMinter: Sendable {
  let policy: AccountsPolicy
  let signer: any TokenSigner

  /// The claims that a token always has, or has where the account does.
  private struct Claims: Encodable {
    let iss: String
    let aud: String
    let sub: String
    let userID: String
    let sid: String
    let iat: Int64
    let exp: Int64
    let authTime: Int64
    let name: String?
    let picture: String?
    let email: String?
    let isEmailVerified: Bool?
    let phoneNumber: String?
    let providerID: String?
    let firebase: Firebase

    enum CodingKeys: String, CodingKey {
      case iss, aud, sub, sid, iat, exp, name, picture, email, firebase
      case userID = "user_id"
      case authTime = "auth_time"
      case isEmailVerified = "email_verified"
      case phoneNumber = "phone_number"
      case providerID = "provider_id"
    }
  }

  private struct Firebase: Encodable {
    let identities: [String: [String]]
    let signInProvider: String
    let secondFactor: String?
    let secondFactorID: String?

    enum CodingKeys: String, CodingKey {
      case identities
      case signInProvider = "sign_in_provider"
      case secondFactor = "sign_in_second_factor"
      case secondFactorID = "second_factor_identifier"
    }
  }

  /// An ID token of a session.
  func idToken(of account: Account, in session: Session, at now: Timestamp) throws(AccountsError) -> Secret {
    try signer.sign(
      claims(of: account, in: session, issuer: policy.issuer, from: now, lifetime: policy.tokenLifetime))
  }

  /// A session cookie.
  func sessionCookie(of account: Account, in session: Session, at now: Timestamp, lifetime: Duration)
    throws(AccountsError) -> Secret
  {
    try signer.sign(
      claims(of: account, in: session, issuer: policy.cookieIssuer, from: now, lifetime: lifetime))
  }

  private func claims(
    of account: Account, in session: Session, issuer: String, from now: Timestamp, lifetime: Duration
  ) throws(AccountsError) -> [UInt8] {
    var custom = account.customAttributes.flatMap { CustomClaims.object(Array($0.utf8)) } ?? [:]
    var second: (kind: String?, id: String?)
    if let text = session.customClaims, let claims = CustomClaims.object(Array(text.utf8)) {
      // Nobody outside may set the member `firebase`, so that it stands for the second factor here.
      if case .object(let own) = claims["firebase"] {
        second = (own["sign_in_second_factor"]?.textValue, own["second_factor_identifier"]?.textValue)
      }
      custom.merge(claims) { $1 }
    }
    custom = custom.filter { !CustomClaims.reserved.contains($0.key) }
    let claims = Claims(
      iss: issuer, aud: policy.projectID, sub: account.id.text, userID: account.id.text,
      sid: session.id.text, iat: now.seconds, exp: (now + lifetime).seconds,
      authTime: session.authTime.seconds, name: custom["name"] == nil ? account.displayName : nil,
      picture: custom["picture"] == nil ? account.photoURL : nil, email: account.email,
      isEmailVerified: account.email == nil ? nil : account.isEmailVerified,
      phoneNumber: account.phoneNumber,
      providerID: session.signInProvider == .anonymous ? ProviderID.anonymous.rawValue : nil,
      firebase: Firebase(
        identities: Self.identities(of: account), signInProvider: session.signInProvider.rawValue,
        secondFactor: second.kind, secondFactorID: second.id))
    return try join(custom, claims)
  }

  private static func identities(of account: Account) -> [String: [String]] {
    var identities: [String: [String]] = [:]
    if let email = account.email { identities["email"] = [email] }
    if let phone = account.phoneNumber { identities["phone"] = [phone] }
    for identity in account.identities { identities[identity.provider.rawValue] = [identity.subject] }
    return identities
  }

  /// One object of both: their names are disjoint, so the members stand side by side.
  private func join(_ custom: [String: JSONMember], _ claims: Claims) throws(AccountsError) -> [UInt8] {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      let fixed = try encoder.encode(claims)
      guard !custom.isEmpty else { return Array(fixed) }
      let added = try encoder.encode(custom)
      return Array(added.dropLast()) + [UInt8(ascii: ",")] + Array(fixed.dropFirst())
    } catch {
      throw AccountsError(.unavailable, reason: "claims cannot be written as JSON")
    }
  }
}
