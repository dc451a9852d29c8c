/// The claims of an identity token.
///
/// - Standard: Apple, "id_token"; the fact sheet's §5 names what each flow carries.
struct IdentityTokenClaims: Encodable, Sendable {
  let issuer: String
  let audience: String
  let issuedAt: Int
  let expiresAt: Int
  let person: PersonClaims
  let flags: FlagStyle
  var authenticatedAt: Int?
  var nonce: String?
  var nonceSupported: Bool?
  var codeHash: String?
  var accessTokenHash: String?
  var realUserStatus: Int?

  /// How flags are written in this token.
  struct FlagStyle: Sendable {
    /// As text instead of a boolean.
    let asText: Bool
    /// Whether `is_private_email` is written when it is false.
    let writesFalsePrivate: Bool
  }

  enum CodingKeys: String, CodingKey {
    case iss, sub, aud, iat, exp, nonce, email
    case nonceSupported = "nonce_supported"
    case emailVerified = "email_verified"
    case isPrivateEmail = "is_private_email"
    case realUserStatus = "real_user_status"
    case authTime = "auth_time"
    case codeHash = "c_hash"
    case accessTokenHash = "at_hash"
    case transferSubject = "transfer_sub"
    case organization = "org_id"
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(issuer, forKey: .iss)
    try members.encode(person.subject, forKey: .sub)
    try members.encode(audience, forKey: .aud)
    try members.encode(issuedAt, forKey: .iat)
    try members.encode(expiresAt, forKey: .exp)
    try members.encodeIfPresent(nonce, forKey: .nonce)
    try members.encodeIfPresent(nonceSupported, forKey: .nonceSupported)
    try members.encodeIfPresent(authenticatedAt, forKey: .authTime)
    try members.encodeIfPresent(codeHash, forKey: .codeHash)
    try members.encodeIfPresent(accessTokenHash, forKey: .accessTokenHash)
    try members.encodeIfPresent(realUserStatus, forKey: .realUserStatus)
    try members.encodeIfPresent(person.transferSubject, forKey: .transferSubject)
    try members.encodeIfPresent(person.organization, forKey: .organization)
    guard let email = person.email else { return }
    try members.encode(email, forKey: .email)
    try encodeFlag(person.isEmailVerified, .emailVerified, in: &members)
    if person.isPrivateEmail || flags.writesFalsePrivate {
      try encodeFlag(person.isPrivateEmail, .isPrivateEmail, in: &members)
    }
  }

  private func encodeFlag(
    _ flag: Bool, _ key: CodingKeys, in members: inout KeyedEncodingContainer<CodingKeys>
  ) throws {
    if flags.asText {
      try members.encode(flag ? "true" : "false", forKey: key)
    } else {
      try members.encode(flag, forKey: key)
    }
  }
}
