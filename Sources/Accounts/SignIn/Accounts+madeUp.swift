import BramleyCrypto

/// Proofs that development takes unverified (R46).
extension Accounts {
  func prove(_ provider: ProviderID, token: String) throws(AccountsError) -> ProvenIdentity {
    let isOffered = policy.mode == .development && provider != .apple
    guard isOffered, ![.password, .phone, .anonymous, .custom].contains(provider) else {
      throw AccountsError(
        .operationNotAllowed, "The identity provider configuration is not found.")
    }
    guard let claims = Self.claims(ofMadeUp: token) else {
      throw AccountsError(.invalidIdPResponse, "Unable to parse the ID token of \(provider.rawValue).")
    }
    guard let subject = claims["sub"]?.textValue, !subject.isEmpty, subject.utf8.count <= 512 else {
      throw AccountsError(.invalidIdPResponse, "Missing sub claim in the ID token.")
    }
    let issuer = provider == .google ? "https://accounts.google.com" : provider.rawValue
    var identity = Identity(key: Identity.Key(provider: provider, issuer: issuer, subject: subject))
    identity.email = claims["email"]?.textValue.flatMap(EmailAddress.normalized)
    identity.isEmailVerified = claims["email_verified"].map(Self.isTrue) ?? false
    identity.isProven = identity.isEmailVerified
    identity.displayName = claims["name"]?.textValue
    identity.photoURL = claims["picture"]?.textValue
    identity.screenName = claims["screen_name"]?.textValue
    var profile = ProviderProfile(identity: identity, rawUserInfo: CustomClaims.text(claims) ?? "{}")
    profile.identityToken = token
    profile.givenName = claims["given_name"]?.textValue
    profile.familyName = claims["family_name"]?.textValue
    return ProvenIdentity(identity: identity, profile: profile)
  }

  /// The claims of JSON text, or of a JWT whose signature nobody can check.
  static func claims(ofMadeUp token: String) -> [String: JSONMember]? {
    guard token.utf8.count <= 16 * 1024 else { return nil }
    if token.utf8.first == UInt8(ascii: "{") { return CustomClaims.object(Array(token.utf8)) }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])) else { return nil }
    return CustomClaims.object(payload)
  }

  private static func isTrue(_ value: JSONMember) -> Bool {
    switch value {
    case .bool(let flag): flag
    // The text "false" is no yes, though it is not empty (wire §6.1).
    case .text(let text): text.lowercased() == "true"
    case .integer(let number): number == 1
    default: false
    }
  }
}
