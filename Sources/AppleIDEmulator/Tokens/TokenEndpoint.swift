import BramleyHTTP
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/auth/token`: exchanges codes, checks refresh tokens, gives teams a token for migration.
///
/// Checks in the order of the fact sheet: content type and grammar, grant type, client secret, code or
/// token, client, Return URL, PKCE.
struct TokenEndpoint: Sendable {
  let core: EmulatorCore

  /// Answers a request.
  func respond(to request: HTTPRequest, flaw: ServiceKeySet.Flaw) async throws -> Answer {
    let form = try OAuthForm(request, jsonAnswer: .invalidClient)
    if core.settings.requireUserAgent, (request.headers["user-agent"] ?? "").isEmpty {
      throw Refusal.oauth(.invalidClient, reason: "The request has no User-Agent (require_user_agent).")
    }
    switch try form.required("grant_type") {
    case "authorization_code": return try await exchange(form, flaw: flaw)
    case "refresh_token": return try await refresh(form, flaw: flaw)
    case "client_credentials": return try await clientCredentials(form)
    default:
      throw Refusal.oauth(
        .unsupportedGrantType,
        reason: "grant_type is not authorization_code, refresh_token or client_credentials.")
    }
  }

  private func exchange(_ form: OAuthForm, flaw: ServiceKeySet.Flaw) async throws -> Answer {
    let code = try form.required("code")
    if form["refresh_token"] != nil {
      throw Refusal.oauth(.invalidRequest, reason: "code and refresh_token stand in one request.")
    }
    let caller = try core.authenticate(form)
    let (access, refresh, redemption) = try await core.keeper.changeTokens { state in
      let redemption = try state.redeem(
        code: code, client: caller.client, redirectURI: form["redirect_uri"], verifier: form["code_verifier"],
        random: core.random, now: caller.now)
      let refresh = state.issueRefreshToken(
        client: caller.client, grant: redemption.grant, grantKey: redemption.grantKey, random: core.random,
        now: caller.now)
      return (issueAccess(redemption, caller, &state), refresh, redemption)
    }
    return try .apple(
      TokenAnswer(
        accessToken: access, refreshToken: refresh,
        identityToken: try identityToken(redemption, caller, access: access, flaw: flaw)))
  }

  private func refresh(_ form: OAuthForm, flaw: ServiceKeySet.Flaw) async throws -> Answer {
    let token = try form.required("refresh_token")
    if form["code"] != nil {
      throw Refusal.oauth(.invalidRequest, reason: "code and refresh_token stand in one request.")
    }
    let caller = try core.authenticate(form)
    let (access, redemption) = try await core.keeper.changeTokens { state in
      let redemption = try state.redeem(
        refreshToken: token, client: caller.client, random: core.random, now: caller.now)
      return (issueAccess(redemption, caller, &state), redemption)
    }
    // Apple keeps the refresh token as it is and sends none back.
    return try .apple(
      TokenAnswer(
        accessToken: access,
        identityToken: try identityToken(redemption, caller, access: access, flaw: flaw)))
  }

  private func clientCredentials(_ form: OAuthForm) async throws -> Answer {
    guard form["scope"] == "user.migration" else {
      throw Refusal.oauth(.invalidScope, reason: "client_credentials is for the scope user.migration alone.")
    }
    let caller = try core.authenticate(form, admitsPreviousTeam: true)
    let access = try await core.keeper.change { state in
      state.issueAccessToken(client: caller.client, grant: nil, random: core.random, now: caller.now)
    }
    return try .apple(TokenAnswer(accessToken: access))
  }

  private func issueAccess(_ redemption: Redemption, _ caller: Caller, _ state: inout EmulatorState)
    -> String
  {
    state.issueAccessToken(
      client: caller.client,
      grant: GrantReference(key: redemption.grantKey, epoch: redemption.grant.epoch), random: core.random,
      now: caller.now)
  }

  private func identityToken(
    _ redemption: Redemption, _ caller: Caller, access: String, flaw: ServiceKeySet.Flaw
  ) throws -> String {
    try core.mint.mint(
      TokenMint.Order(
        person: redemption.person, audience: caller.client.clientID, nonce: redemption.nonce,
        companion: .accessToken(access), authenticatedAt: redemption.grant.lastAuthorizedAt, now: caller.now),
      settings: caller.settings, flaw: flaw)
  }
}
