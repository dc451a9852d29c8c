import BramleyHTTP
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/auth/usermigrationinfo`: transfer identifiers for the giving team, subjects for the taking one.
///
/// - Standard: Apple, "Transferring your apps and users to another team" and "Bringing new apps and users
///   into your team".
struct MigrationEndpoint: Sendable {
  let core: EmulatorCore

  private struct Given: Encodable, Sendable {
    let transfer_sub: String
  }

  private struct Taken: Encodable, Sendable {
    let sub: String
    var email: String?
    var is_private_email: Bool?
  }

  /// Answers a request.
  func respond(to request: HTTPRequest) async throws -> Answer {
    let form = try OAuthForm(request, jsonAnswer: .invalidRequest)
    let caller = try core.authenticate(form, admitsPreviousTeam: true)
    try await core.keeper.tokensAreKnown()
    try checkBearer(request, caller)
    switch (form["sub"], form["target"], form["transfer_sub"]) {
    case (let subject?, let target?, nil):
      return try .apple(try give(subject, to: target, caller: caller))
    case (nil, nil, let transferSubject?):
      return try .apple(try await take(transferSubject, caller: caller))
    default:
      throw Self.refuse("Send sub and target (giving team), or transfer_sub (taking team).")
    }
  }

  private func checkBearer(_ request: HTTPRequest, _ caller: Caller) throws(Refusal) {
    let field = request.headers["authorization"] ?? ""
    guard field.lowercased().hasPrefix("bearer ") else {
      throw Self.refuse("The request has no Authorization: Bearer.")
    }
    let token = String(field.dropFirst(7))
    try core.keeper.read { state throws(Refusal) in
      guard let row = state.accessTokens[token], row.expiresAt > caller.now,
        row.grant.map({ state.isAlive($0) }) ?? true
      else { throw Self.refuse("The access token is unknown, expired or revoked.") }
      guard row.clientID == caller.client.clientID else {
        throw Self.refuse("The access token was issued to \(row.clientID).")
      }
    }
  }

  private func give(_ subject: String, to target: String, caller: Caller) throws(Refusal) -> Given {
    try core.keeper.read { state throws(Refusal) in
      let group = caller.client.group
      guard state.teams[target] != nil, target != caller.team else {
        throw Self.refuse("target is not another team that is registered here.")
      }
      if caller.client.teamID != caller.team {
        guard let transfer = state.previousTeam(group: group, now: caller.now),
          transfer.fromTeam == caller.team, transfer.toTeam == target
        else { throw Self.refuse("The app was not transferred from this team to target within sixty days.") }
      }
      guard let account = state.account(subject: subject),
        state.subject(of: account, team: caller.team) == subject,
        state.grants[Grant.key(account: account.id, group: group)]?.isActive == true
      else { throw Self.refuse("sub names nobody who has authorized this app, or consent was revoked.") }
      return Given(
        transfer_sub: Subject.transferText(
          account: account.id, from: caller.team, to: target, minuteOfDay: account.minuteOfDay))
    }
  }

  private func take(_ transferSubject: String, caller: Caller) async throws -> Taken {
    try await core.keeper.change { state in
      let group = caller.client.group
      guard let transfer = state.openTransfer(group: group, to: caller.team, now: caller.now) else {
        throw Self.refuse("No app was transferred to this team within sixty days.")
      }
      let grant = state.grants.rows.values.first { grant in
        guard grant.group == group, grant.isActive, let account = state.accounts[grant.accountID] else {
          return false
        }
        return transferSubject
          == Subject.transferText(
            account: account.id, from: transfer.fromTeam, to: caller.team, minuteOfDay: account.minuteOfDay)
      }
      guard let grant,
        let person = state.profile(of: grant, team: caller.team, random: core.random, now: caller.now)
      else { throw Self.refuse("transfer_sub names nobody, or consent was revoked.") }
      return Taken(
        sub: person.subject, email: person.isPrivateEmail ? person.email : nil,
        is_private_email: person.isPrivateEmail ? true : nil)
    }
  }

  private static func refuse(_ reason: String) -> Refusal { .oauth(.invalidRequest, reason: reason) }
}
