import BramleyHTTP
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `POST /emulator/v1/native/authorizations`: what AuthenticationServices would hand to an app.
///
/// Not an endpoint of Apple's; a device speaks a private protocol.
struct NativeEndpoint: Sendable {
  let core: EmulatorCore

  private struct Request: Decodable {
    let client_id: String
    let user: String
    var scopes: [String]?
    var nonce: String?
    var state: String?
    var hide_email: Bool?
    var full_name: Name?
  }

  /// A name as the person typed it into the sheet.
  private struct Name: Codable {
    var given_name: String?
    var family_name: String?
  }

  private struct Credential: Encodable {
    let user: String
    let identity_token: String
    let authorization_code: String
    var state: String?
    var email: String?
    var full_name: Name?
    let real_user_status: Int
    let authorized_scopes: [String]
  }

  /// Signs the person in; name and address are told on the first authorization only.
  func authorize(_ request: HTTPRequest, flaw: ServiceKeySet.Flaw) async throws -> Answer {
    let body = try ControlBody.decode(Request.self, from: request)
    var scopes: Set<AuthorizationScope> = []
    for word in body.scopes ?? [] where word != "openid" {
      guard let scope = AuthorizationScope(rawValue: word) else {
        throw Refusal.control(400, .invalidScope, "The only scopes are \"name\" and \"email\".")
      }
      scopes.insert(scope)
    }
    let settings = core.settings
    let now = core.appleTime(settings)
    let (agreed, code, person) = try await core.keeper.change { state in
      guard let client = state.clients[body.client_id] else {
        throw Refusal.control(
          404, .notFound, "No client has this client_id; GET /emulator/v1/clients lists them.")
      }
      guard let account = state.account(named: body.user) else { throw ControlBody.unknownUser }
      let agreed = state.authorize(
        account, client: client, scopes: scopes, hidesEmail: body.hide_email ?? account.hideEmail, now: now)
      // A native code is bound to no Return URL: its exchange must not name one.
      let code = state.issueCode(
        for: agreed, redirectURI: nil, nonce: body.nonce, challenge: nil, random: core.random, now: now)
      return (
        agreed, code, state.profile(of: agreed.grant, team: client.teamID, random: core.random, now: now)
      )
    }
    guard let person else { throw EmulatorError.stateInconsistent }
    let status = agreed.account.realUserStatus
    let token = try core.mint.mint(
      .init(
        person: person, audience: agreed.client.clientID, nonce: body.nonce, companion: .code(code),
        realUserStatus: agreed.isFirst ? status : nil, authenticatedAt: now, now: now),
      settings: settings, flaw: flaw)
    var credential = Credential(
      user: person.subject, identity_token: token, authorization_code: code, state: body.state,
      real_user_status: agreed.isFirst ? status : 0,
      authorized_scopes: scopes.map(\.rawValue).sorted())
    if agreed.isFirst {
      if scopes.contains(.email) { credential.email = person.email }
      if scopes.contains(.name) {
        credential.full_name = Name(
          given_name: body.full_name?.given_name ?? agreed.account.givenName,
          family_name: body.full_name?.family_name ?? agreed.account.familyName)
      }
    }
    return try .control(credential)
  }

  private struct CredentialState: Encodable {
    let state: String
  }

  /// `GET /emulator/v1/credential-state`: what `getCredentialState` would say.
  func credentialState(_ request: HTTPRequest) throws -> Answer {
    let query = FormFields(parsing: request.query) ?? [:]
    guard let clientID = query["client_id"], let user = query["user"] else {
      throw Refusal.control(400, .invalidValue, "Name client_id and user in the query.")
    }
    let now = core.appleTime(core.settings)
    let state = try core.keeper.read { state throws(Refusal) -> String in
      guard let client = state.clients[clientID] else {
        throw .control(404, .notFound, "No client has this client_id; GET /emulator/v1/clients lists them.")
      }
      return state.credentialState(of: user, client: client, now: now)
    }
    return try .control(CredentialState(state: state))
  }
}

extension EmulatorState {
  /// What a device says of a subject or address towards a client.
  mutating func credentialState(of user: String, client: Client, now: Date) -> String {
    guard let account = account(named: user) ?? account(subject: user) else { return "not_found" }
    let grant = grants[Grant.key(account: account.id, group: client.group)]
    let isOwn = user.contains("@") || user == subject(of: account, team: client.teamID)
    if !isOwn {
      guard let transfer = previousTeam(group: client.group, now: now),
        user == subject(of: account, team: transfer.fromTeam), grant?.isActive == true
      else { return "not_found" }
      return "transferred"
    }
    guard let grant else { return "not_found" }
    return grant.isActive && account.deletedAt == nil ? "authorized" : "revoked"
  }
}
