import BramleyCrypto
import BramleyHTTP
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/emulator/v1/users`: the people with an account, and what happens to them.
struct UserControl: Sendable {
  let core: EmulatorCore

  private struct Profile: Decodable {
    var email: String?
    var given_name: String?
    var family_name: String?
    var hide_email: Bool?
    var managed: Bool?
    var two_factor: Bool?
    var real_user_status: Int?
  }

  /// An account as the API shows it.
  struct View: Encodable, Sendable {
    let user: String
    let email: String
    let given_name: String
    let family_name: String
    let hide_email: Bool
    let managed: Bool
    let two_factor: Bool?
    let real_user_status: Int
    let relay_email: String?
  }

  /// `GET /users`.
  func list(_ request: HTTPRequest) throws -> Answer {
    let team = Self.team(of: request)
    let users = core.keeper.read { state in state.livingAccounts.map { state.view(of: $0, team: team) } }
    return try .control(["users": users])
  }

  /// `POST /users`: 201 for a new account, 200 with the one that has the address already.
  func create(_ request: HTTPRequest) async throws -> Answer {
    let body = try ControlBody.decode(Profile.self, from: request)
    guard let email = body.email, Self.isAddress(email) else {
      throw Refusal.control(400, .invalidValue, "email is missing or is not an address.")
    }
    try Self.check(body)
    let team = Self.team(of: request)
    let (view, isNew) = try await core.keeper.change { state in
      if let account = state.account(named: email) { return (state.view(of: account, team: team), false) }
      let account = AppleAccount(
        id: Hex.encode(core.random.bytes(16)), email: email, givenName: body.given_name ?? "",
        familyName: body.family_name ?? "", hideEmail: body.hide_email ?? false,
        isManaged: body.managed ?? false, twoFactor: body.two_factor,
        realUserStatus: body.real_user_status ?? 2, createdAt: core.now(), deletedAt: nil)
      state.put(account)
      return (state.view(of: account, team: team), true)
    }
    return try .control(view, status: isNew ? 201 : 200)
  }

  /// `PATCH /users/{user}`.
  func change(_ request: HTTPRequest, user: String) async throws -> Answer {
    let body = try ControlBody.decode(Profile.self, from: request)
    try Self.check(body)
    let team = Self.team(of: request)
    let view = try await core.keeper.change { state in
      guard var account = state.account(named: user) else { throw ControlBody.unknownUser }
      if let email = body.email, email != account.email {
        throw Refusal.control(409, .conflict, "The address of an account stays; make another account.")
      }
      account.givenName = body.given_name ?? account.givenName
      account.familyName = body.family_name ?? account.familyName
      account.hideEmail = body.hide_email ?? account.hideEmail
      account.isManaged = body.managed ?? account.isManaged
      account.twoFactor = body.two_factor ?? account.twoFactor
      account.realUserStatus = body.real_user_status ?? account.realUserStatus
      state.put(account)
      return state.view(of: account, team: team)
    }
    return try .control(view)
  }

  /// `DELETE /users/{user}`: the account is gone, silently.
  func remove(user: String) async throws -> Answer {
    try await core.keeper.change { state in
      guard let account = state.account(named: user) else { throw ControlBody.unknownUser }
      state.delete(account, now: core.now())
    }
    return Answer(HTTPResponse(status: 204))
  }

  private struct EventRequest: Decodable {
    let type: String
    let client_id: String
  }

  private struct EventView: Encodable {
    let user: String
    let type: String
    let notifications: [NotificationView]
  }

  /// `POST /users/{user}/events`: does it, and notifies; answers after the first attempt.
  func event(_ request: HTTPRequest, user: String) async throws -> Answer {
    let body = try ControlBody.decode(EventRequest.self, from: request)
    let spelling = body.type == "account-deleted" ? "account-delete" : body.type
    guard let kind = NotificationEvent.Kind(rawValue: spelling) else {
      let offered = NotificationEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal.control(400, .invalidValue, "type is none of \(offered).")
    }
    let now = core.appleTime(core.settings)
    let (subject, notifications) = try await core.keeper.change { state in
      guard let client = state.clients[body.client_id] else {
        throw Refusal.control(
          404, .notFound, "No client has this client_id; GET /emulator/v1/clients lists them.")
      }
      guard let account = state.account(named: user) else { throw ControlBody.unknownUser }
      let subject = state.subject(of: account, team: client.teamID)
      let events = try state.perform(kind, account: account, client: client, random: core.random, now: now)
      return (subject, events.map { core.notifier.post($0, to: &state) })
    }
    for id in notifications { core.notifier.start(id) }
    var views: [NotificationView] = []
    for id in notifications {
      // A receiver that waits for us first must not be waited for long.
      let record = await core.notifier.firstAttempt(of: id, within: .seconds(2))
      if let record { views.append(NotificationView(record)) }
    }
    return try .control(EventView(user: subject, type: kind.rawValue, notifications: views))
  }

  /// The team whose subjects are shown.
  static func team(of request: HTTPRequest) -> String {
    FormFields(parsing: request.query)?["team_id"] ?? DemoRegistry.teamID
  }

  private static func check(_ body: Profile) throws(Refusal) {
    if let status = body.real_user_status, !(0...2).contains(status) {
      throw .control(
        400, .invalidValue, "real_user_status is 0 (unsupported), 1 (unknown) or 2 (likely real).")
    }
    for name in [body.given_name, body.family_name].compactMap(\.self) where name.count > 100 {
      throw .control(400, .invalidValue, "A name part has at most 100 characters.")
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
  }
}

extension EmulatorState {
  /// An account as the API shows it to a team.
  mutating func view(of account: AppleAccount, team: String) -> UserControl.View {
    UserControl.View(
      user: subject(of: account, team: team), email: account.email, given_name: account.givenName,
      family_name: account.familyName, hide_email: account.hideEmail, managed: account.isManaged,
      two_factor: account.twoFactor, real_user_status: account.realUserStatus,
      relay_email: relays[RelayAddress.key(account: account.id, team: team)]?.address)
  }

  /// Lets an event happen and gives what is to be told.
  mutating func perform(
    _ kind: NotificationEvent.Kind, account: AppleAccount, client: Client, random: any RandomSource, now: Date
  ) throws(Refusal) -> [NotificationEvent] {
    switch kind {
    case .consentRevoked:
      let event = event(kind, account: account, group: client.group, random: random, now: now)
      endGrant(Grant.key(account: account.id, group: client.group), now: now)
      return event.map { [$0] } ?? []
    case .accountDelete:
      // Every group that has a standing consent hears of it, the named one in any case.
      let concerned = grants.rows.values.filter { $0.accountID == account.id && $0.isActive }.map(\.group)
      let groups = Set(concerned + [client.group]).sorted()
      let events = groups.compactMap {
        event(kind, account: account, group: $0, random: random, now: now)
      }
      delete(account, now: now)
      return events
    case .emailDisabled, .emailEnabled:
      let key = RelayAddress.key(account: account.id, team: client.teamID)
      guard var relay = relays[key] else {
        throw .control(409, .conflict, "This person has no relay address with team \(client.teamID).")
      }
      relay.isForwarding = kind == .emailEnabled
      relays[key] = relay
      return event(kind, account: account, group: client.group, random: random, now: now).map { [$0] } ?? []
    }
  }
}
