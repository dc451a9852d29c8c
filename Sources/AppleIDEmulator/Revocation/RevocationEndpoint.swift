import BramleyHTTP
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/auth/revoke`: ends the person's consent, not the one token alone.
///
/// - Standard: Apple, "Revoke tokens"; RFC 7009 §2.2: an unknown token answers like a revoked one.
struct RevocationEndpoint: Sendable {
  let core: EmulatorCore

  /// What the token turned out to be.
  private enum Finding: Sendable {
    case grant(String)
    case clientToken
    case nothing
  }

  /// Answers a request.
  func respond(to request: HTTPRequest) async throws -> Answer {
    let form = try OAuthForm(request, jsonAnswer: .invalidRequest)
    guard let token = form["token"] else {
      let misnamed = form["refresh_token"] != nil || form["access_token"] != nil
      throw Refusal.oauth(
        .invalidRequest,
        reason: misnamed
          ? "The parameter token is missing; the token was sent under another name."
          : "The parameter token is missing.")
    }
    let caller = try core.authenticate(form)
    let hint = form["token_type_hint"]
    let (notification, remark) = try await core.keeper.changeTokens { state -> (String?, String) in
      let finding = try find(token, hint: hint, caller: caller, in: state)
      guard case .grant(let key) = finding, let grant = state.grants[key], grant.isActive else {
        return (nil, Self.remark(for: finding))
      }
      let event = state.event(.consentRevoked, grant: grant, random: core.random, now: caller.now)
      state.endGrant(key, now: caller.now)
      let notification = event.map { core.notifier.post($0, to: &state) }
      return (notification, "Consent of the person for the group \(grant.group) ended.")
    }
    if let notification { core.notifier.start(notification) }
    return Answer(
      HTTPResponse(status: 200, headers: ["cache-control": "no-store", "pragma": "no-cache"]),
      remark: remark)
  }

  private static func remark(for finding: Finding) -> String {
    switch finding {
    case .grant: "The token was invalid already: nothing changed."
    case .clientToken: "The token was one of client_credentials: dropped, no person is concerned."
    case .nothing: "The token is unknown: nothing was revoked. Apple answers 200 as well."
    }
  }

  private func find(_ token: String, hint: String?, caller: Caller, in state: EmulatorState) throws(Refusal)
    -> Finding
  {
    if let row = state.refreshTokens[token] {
      try judge(owner: row.clientID, caller: caller, hint: hint, kind: "refresh_token")
      return state.isAlive(GrantReference(key: row.grantKey, epoch: row.epoch))
        ? .grant(row.grantKey) : .grant("")
    }
    if let row = state.accessTokens[token] {
      try judge(owner: row.clientID, caller: caller, hint: hint, kind: "access_token")
      guard let grant = row.grant else { return .clientToken }
      return row.expiresAt > caller.now && state.isAlive(grant) ? .grant(grant.key) : .grant("")
    }
    return .nothing
  }

  private func judge(owner: String, caller: Caller, hint: String?, kind: String) throws(Refusal) {
    guard owner == caller.client.clientID else {
      throw .oauth(.invalidGrant, reason: "The token was issued to \(owner).")
    }
    if let hint, hint != kind {
      throw .oauth(.invalidGrant, reason: "token_type_hint says \(hint.prefix(32)), the token is a \(kind).")
    }
  }
}
