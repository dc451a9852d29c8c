import BramleyCrypto
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a code or refresh token was good for.
struct Redemption: Sendable {
  let grant: Grant
  let grantKey: String
  let nonce: String?
  let person: PersonClaims
}

extension EmulatorState {
  private static let codeBound = 200_000
  private static let accessBound = 200_000
  private static let refreshBound = 200_000

  /// Hands out a code for an authorization.
  mutating func issueCode(
    for authorization: Authorization, redirectURI: String?, nonce: String?, challenge: CodeChallenge?,
    random: any RandomSource, now: Date
  ) -> String {
    while let old = codeOrder.takeExpired(now: now, bound: Self.codeBound) { codes[old] = nil }
    let code = OpaqueToken.make(.code, random: random)
    let expiresAt = now.addingTimeInterval(Double(settings.codeLifetime))
    let row = AuthorizationCode(
      clientID: authorization.client.clientID, accountID: authorization.account.id,
      grantKey: Grant.key(account: authorization.account.id, group: authorization.client.group),
      epoch: authorization.grant.epoch, redirectURI: redirectURI, nonce: nonce, challenge: challenge,
      issuedAt: now, expiresAt: expiresAt, usedAt: nil)
    codes[code] = row
    codeOrder.append(code, goodUntil: row.keptUntil)
    return code
  }

  /// Spends a code; only a redemption that passes every check spends it.
  ///
  /// The order of the checks is the fact sheet's: code, client, Return URL, PKCE.
  mutating func redeem(
    code: String, client: Client, redirectURI: String?, verifier: String?, random: any RandomSource,
    now: Date
  ) throws(Refusal) -> Redemption {
    let expired = "The code has expired or has been revoked."
    guard var row = codes[code] else {
      throw .oauth(.invalidGrant, expired, reason: "The code is unknown: never issued, or long expired.")
    }
    // The client comes before the state of the code: a stranger learns nothing about a foreign code.
    guard row.clientID == client.clientID else {
      throw .oauth(
        .invalidGrant, "client_id mismatch. The code was not issued to \(client.clientID).",
        reason: "The code was issued to \(row.clientID).")
    }
    guard row.usedAt == nil else {
      throw .oauth(.invalidGrant, "The code has already been used.", reason: "The code was exchanged before.")
    }
    guard row.expiresAt > now else {
      throw .oauth(.invalidGrant, expired, reason: "The code has expired.")
    }
    guard isAlive(GrantReference(key: row.grantKey, epoch: row.epoch)), let grant = grants[row.grantKey]
    else {
      throw .oauth(.invalidGrant, expired, reason: "Consent was revoked after the code was issued.")
    }
    try checkReturnURL(row.redirectURI, sent: redirectURI)
    try checkVerifier(verifier, against: row.challenge)
    guard let person = profile(of: grant, team: client.teamID, random: random, now: now) else {
      throw .oauth(.invalidGrant, expired, reason: "The account no longer exists.")
    }
    row.usedAt = now
    codes[code] = row
    return Redemption(grant: grant, grantKey: row.grantKey, nonce: row.nonce, person: person)
  }

  private func checkReturnURL(_ expected: String?, sent: String?) throws(Refusal) {
    guard expected != sent else { return }
    let reason =
      switch (expected, sent) {
      case (nil, _): "A native code is exchanged without redirect_uri."
      case (_, nil): "redirect_uri is missing; it was sent to /auth/authorize and must be repeated."
      default: "redirect_uri differs from the one sent to /auth/authorize."
      }
    throw .oauth(.invalidClient, reason: reason)
  }

  private func checkVerifier(_ verifier: String?, against challenge: CodeChallenge?) throws(Refusal) {
    switch (challenge, verifier) {
    case (nil, nil): return
    case (nil, _?):
      throw .oauth(.invalidGrant, reason: "code_verifier was sent, but no code_challenge before.")
    case (_?, nil):
      throw .oauth(.invalidGrant, reason: "code_challenge was sent before; code_verifier is missing.")
    case (let challenge?, let verifier?):
      guard challenge.isAnswered(by: verifier) else {
        throw .oauth(.invalidGrant, reason: "code_verifier does not answer the code_challenge.")
      }
    }
  }

  /// Hands out a refresh token.
  mutating func issueRefreshToken(
    client: Client, grant: Grant, grantKey: String, random: any RandomSource, now: Date
  ) -> String {
    while let old = refreshOrder.takeExpired(now: .distantPast, bound: Self.refreshBound) {
      refreshTokens[old] = nil
    }
    let token = OpaqueToken.make(.refresh, random: random)
    refreshTokens[token] = RefreshToken(
      clientID: client.clientID, accountID: grant.accountID, grantKey: grantKey, epoch: grant.epoch,
      issuedAt: now, lastUsedAt: nil)
    refreshOrder.append(token, goodUntil: .distantFuture)
    return token
  }

  /// Hands out an access token.
  mutating func issueAccessToken(
    client: Client, grant: GrantReference?, random: any RandomSource, now: Date
  ) -> String {
    while let old = accessOrder.takeExpired(now: now, bound: Self.accessBound) { accessTokens[old] = nil }
    let token = OpaqueToken.make(.access, random: random)
    let expiresAt = now.addingTimeInterval(3600)
    accessTokens[token] = AccessToken(clientID: client.clientID, grant: grant, expiresAt: expiresAt)
    accessOrder.append(token, goodUntil: expiresAt)
    return token
  }

  /// Checks a refresh token; it stays the same, Apple does not rotate.
  mutating func redeem(
    refreshToken: String, client: Client, random: any RandomSource, now: Date
  ) throws(Refusal) -> Redemption {
    guard var row = refreshTokens[refreshToken] else {
      throw .oauth(.invalidGrant, reason: "The refresh token is unknown.")
    }
    guard row.clientID == client.clientID else {
      throw .oauth(.invalidGrant, reason: "The refresh token was issued to \(row.clientID).")
    }
    guard isAlive(GrantReference(key: row.grantKey, epoch: row.epoch)), let grant = grants[row.grantKey],
      let person = profile(of: grant, team: client.teamID, random: random, now: now)
    else {
      let code = ErrorCode(rawValue: settings.revokedRefreshError.rawValue)
      throw .oauth(code, reason: "The refresh token was revoked, or the person ended the consent.")
    }
    if settings.throttleRefresh, let last = row.lastUsedAt, now.timeIntervalSince(last) < 86_400 {
      throw Refusal(
        code: .invalidRequest,
        reason: "The refresh token was checked within the last day (throttle_refresh).", form: .oauth,
        status: 429, retryAfter: Int(86_400 - now.timeIntervalSince(last)))
    }
    row.lastUsedAt = now
    refreshTokens[refreshToken] = row
    return Redemption(grant: grant, grantKey: row.grantKey, nonce: nil, person: person)
  }
}
