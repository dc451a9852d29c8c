import BramleyCrypto
import BramleyJOSE

extension Accounts {
  private static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  /// What a custom token says.
  private struct CustomToken {
    var account: Account.ID
    var claims: [String: JSONMember]
  }

  /// Signs in with a custom token; makes the account if it is new (R5, wire §4.4).
  ///
  /// Throws `MISSING_CUSTOM_TOKEN`, `INVALID_CUSTOM_TOKEN`, `MISSING_IDENTIFIER`, `INVALID_CLAIMS`,
  /// `FORBIDDEN_CLAIM`, `CREDENTIAL_MISMATCH`, `USER_DISABLED`.
  package func signIn(customToken: String, client: ClientFacts = ClientFacts()) async throws(AccountsError)
    -> SignedIn
  {
    guard !customToken.isEmpty else { throw AccountsError(.missingCustomToken) }
    try await admit(.signIn, client)
    let now = time.now()
    let token = try read(customToken, at: now)
    let claims = token.claims.isEmpty ? nil : CustomClaims.text(token.claims)
    // Twice: between the two looks another request may have made or deleted the account.
    for _ in 0..<2 {
      do throws(AccountsError) {
        return try await signIn(to: token.account, claims: claims, client, at: now)
      } catch  where error.code == .userNotFound {
        var account = Account(id: token.account, createdAt: now)
        account.lastLoginAt = now
        account.isCustomAuth = true
        do throws(AccountsError) {
          return try await create(
            account, provider: .custom, client: client, at: now, customClaims: claims)
        } catch  where error.code == .duplicateLocalID {
          continue
        }
      }
    }
    throw AccountsError(.unavailable, "Please try again.", retryAfter: .seconds(1))
  }

  private func signIn(to id: Account.ID, claims: String?, _ client: ClientFacts, at now: Timestamp)
    async throws(AccountsError) -> SignedIn
  {
    let session = SessionDraft(
      id: identifiers.sessionID(), provider: .custom, client: client, customClaims: claims)
    let changed = try await change(target(id, client, at: now)) { change -> Verdict<Bool> in
      guard !change.account.isDisabled else { return .refuse(AccountsError(.userDisabled)) }
      change.account.isCustomAuth = true
      change.account.isAnonymous = false
      change.account.deletesAt = nil
      change.account.lastLoginAt = now
      change.opens = session
      change.note(.signedIn, ProviderID.custom.rawValue)
      return .commit(true)
    }
    guard let opened = changed.session else { throw AccountsError(.unavailable, reason: "no session") }
    return try signedIn(changed.account, opened, isNew: false, at: now)
  }

  private func read(_ token: String, at now: Timestamp) throws(AccountsError) -> CustomToken {
    let members =
      switch policy.mode {
      case .development: try unverified(token)
      case .production: try verified(token, at: now)
      }
    guard let audience = members["aud"]?.textValue, audience == Self.audience else {
      let named = members["aud"]?.textValue ?? ""
      throw AccountsError(.invalidCustomToken, "((Invalid aud (audience): \(named.prefix(200))))")
    }
    guard let uid = (members["uid"] ?? members["user_id"])?.textValue, let account = Account.ID(uid) else {
      throw AccountsError(.missingIdentifier)
    }
    var claims: [String: JSONMember] = [:]
    switch members["claims"] {
    case nil, .null: break
    case .object(let object): claims = object
    default: throw AccountsError(.invalidClaims)
    }
    try CustomClaims.check(claims)
    return CustomToken(account: account, claims: claims)
  }

  /// Development takes what Admin SDKs mint in emulator mode: JWTs, signed by nobody or anybody.
  private func unverified(_ token: String) throws(AccountsError) -> [String: JSONMember] {
    // JSON text alone is refused: it would make a query string a sign-in.
    guard token.utf8.first != UInt8(ascii: "{"), let members = Self.claims(ofMadeUp: token) else {
      throw AccountsError(.invalidCustomToken, "Invalid assertion format")
    }
    return members
  }

  /// Production takes tokens of listed issuers, signed under their keys, at most an hour long.
  private func verified(_ token: String, at now: Timestamp) throws(AccountsError) -> [String: JSONMember] {
    guard let jws = try? CompactJWS(token), let unverified = try? jws.unverifiedPayload(),
      let issuer = CustomClaims.object(unverified)?["iss"]?.textValue
    else { throw AccountsError(.invalidCustomToken, "Invalid assertion format") }
    guard let listed = policy.customTokenIssuers.first(where: { $0.issuer == issuer }) else {
      throw AccountsError(.credentialMismatch, reason: "issuer not in customTokens.issuers")
    }
    guard let keys = try? JWKSet(json: listed.keySet) else {
      throw AccountsError(.operationNotAllowed, reason: "the keys of a custom token issuer are not a JWK set")
    }
    guard let payload = try? jws.verify(keyLookup: { keys.key($0) }).payload,
      let members = CustomClaims.object(payload), members["iss"]?.textValue == issuer
    else { throw AccountsError(.invalidCustomToken, "Invalid signature") }
    guard case .integer(let issued) = members["iat"], case .integer(let expiry) = members["exp"],
      expiry > issued, expiry - issued <= 3600, issued <= now.seconds + 30, now.seconds < expiry + 30
    else { throw AccountsError(.invalidCustomToken, "The token is expired or longer than an hour") }
    return members
  }
}
