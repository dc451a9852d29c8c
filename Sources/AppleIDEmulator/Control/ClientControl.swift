import BramleyHTTP
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/emulator/v1/clients` and `/transfers`: App IDs, Services IDs, and their way to another team.
struct ClientControl: Sendable {
  let core: EmulatorCore

  private struct ClientBody: Codable, Sendable {
    let client_id: String
    let team_id: String
    var primary_app_id: String?
    var redirect_uris: [String]?
    var notification_url: String?
    var profile: ReturnURLProfile?
    /// What Apple would not take; such an address fails on the sign-in page.
    var warnings: [String]?
  }

  /// Return URLs that an organization may register for one Services ID.
  static let redirectLimit = 100

  /// `GET /clients`.
  func list() throws -> Answer {
    try .control(["clients": core.keeper.read { $0.clients.ordered }.map { view($0) }])
  }

  /// `POST /clients`: creates or replaces.
  func create(_ request: HTTPRequest) async throws -> Answer {
    let body = try ControlBody.decode(ClientBody.self, from: request)
    try Identifier.check(body.client_id, "client_id")
    if body.primary_app_id == body.client_id {
      throw Refusal.control(
        400, .invalidValue,
        "A Services ID differs from its primary App ID; leave primary_app_id out for an App ID.")
    }
    let redirectURIs = body.redirect_uris ?? []
    guard redirectURIs.count <= Self.redirectLimit else {
      throw Refusal.control(400, .invalidValue, "A client has at most \(Self.redirectLimit) redirect_uris.")
    }
    for address in redirectURIs + [body.notification_url].compactMap(\.self) where Origin(of: address) == nil
    {
      throw Refusal.control(
        400, .invalidValue, "redirect_uris and notification_url are absolute http or https addresses.")
    }
    let client = Client(
      clientID: body.client_id, teamID: body.team_id, primaryAppID: body.primary_app_id,
      redirectURIs: redirectURIs, notificationURL: body.notification_url, profile: body.profile,
      createdAt: core.now())
    let isNew = try await core.keeper.change { state in
      guard state.teams[body.team_id] != nil else {
        throw Refusal.control(
          404, .notFound, "No team has this team_id; make it with POST /emulator/v1/teams.")
      }
      if let primary = body.primary_app_id {
        guard let app = state.clients[primary], app.primaryAppID == nil, app.teamID == body.team_id else {
          throw Refusal.control(404, .notFound, "primary_app_id names no primary App ID of this team.")
        }
      }
      let isNew = state.clients[body.client_id] == nil
      state.clients[body.client_id] = client
      return isNew
    }
    return try .control(view(client), status: isNew ? 201 : 200)
  }

  /// `DELETE /clients/{client_id}`.
  func remove(_ clientID: String) async throws -> Answer {
    try await core.keeper.change { state in
      guard state.clients[clientID] != nil else { throw Self.unknownClient }
      guard !state.clients.rows.values.contains(where: { $0.primaryAppID == clientID }) else {
        throw Refusal.control(
          409, .conflict, "Other clients are grouped under this App ID; remove them first.")
      }
      state.clients[clientID] = nil
    }
    return Answer(HTTPResponse(status: 204))
  }

  private func view(_ client: Client) -> ClientBody {
    let profile = client.profile ?? core.defaultProfile
    let warnings = client.redirectURIs.compactMap { address in
      ReturnURLRule.violation(of: address, profile: profile).map { address + ": " + $0 }
    }
    return ClientBody(
      client_id: client.clientID, team_id: client.teamID, primary_app_id: client.primaryAppID,
      redirect_uris: client.redirectURIs, notification_url: client.notificationURL, profile: profile,
      warnings: warnings.isEmpty ? nil : warnings)
  }

  private struct TransferBody: Decodable {
    let client_id: String
    let to_team: String
  }

  private struct TransferView: Encodable {
    let client_id: String
    let from_team: String
    let to_team: String
    let accepted_at: Date
    let window_ends_at: Date

    init(_ transfer: Transfer) {
      client_id = transfer.group
      from_team = transfer.fromTeam
      to_team = transfer.toTeam
      accepted_at = transfer.acceptedAt
      window_ends_at = transfer.acceptedAt.addingTimeInterval(Transfer.window)
    }
  }

  /// `GET /transfers`.
  func transfers() throws -> Answer {
    try .control(["transfers": core.keeper.read { $0.transfers.ordered }.map { TransferView($0) }])
  }

  /// `POST /transfers`: the app group moves at once, and the sixty days begin.
  func transfer(_ request: HTTPRequest) async throws -> Answer {
    let body = try ControlBody.decode(TransferBody.self, from: request)
    let transfer = try await core.keeper.change { state in
      guard let app = state.clients[body.client_id] else { throw Self.unknownClient }
      guard app.primaryAppID == nil else {
        throw Refusal.control(
          409, .conflict, "Only a primary App ID is transferred; its Services IDs follow.")
      }
      guard state.teams[body.to_team] != nil else {
        throw Refusal.control(
          404, .notFound, "No team has this to_team; make it with POST /emulator/v1/teams.")
      }
      guard app.teamID != body.to_team else {
        throw Refusal.control(409, .conflict, "The app belongs to that team already.")
      }
      return state.move(app, to: body.to_team, now: core.appleTime(state.settings))
    }
    return try .control(TransferView(transfer), status: 201)
  }

  private static let unknownClient = Refusal.control(
    404, .notFound, "No client has this client_id; GET /emulator/v1/clients lists them.")
}

extension EmulatorState {
  /// Moves an app group to another team.
  mutating func move(_ app: Client, to team: String, now: Date) -> Transfer {
    let transfer = Transfer(group: app.clientID, fromTeam: app.teamID, toTeam: team, acceptedAt: now)
    for (id, member) in clients.rows where member.group == app.clientID {
      var moved = member
      moved.teamID = team
      clients[id] = moved
    }
    let number = String(1_000_000 + transfers.rows.count)
    transfers[number] = transfer
    // The old relay address stops working for people who use no other app of the giving team.
    for grant in grants.rows.values where grant.group == app.clientID {
      let hasOther = grants.rows.values.contains {
        $0.accountID == grant.accountID && $0.isActive && clients[$0.group]?.teamID == app.teamID
      }
      if !hasOther { relays[RelayAddress.key(account: grant.accountID, team: app.teamID)] = nil }
    }
    return transfer
  }
}
