import BramleyHTTP

/// `/emulator/v1/teams`: developer teams and who may write to their people's relay addresses.
struct TeamControl: Sendable {
  let core: EmulatorCore

  private struct TeamBody: Codable, Sendable {
    let team_id: String
    var senders: [String]?
  }

  /// Registered mail sources of an organization.
  static let senderLimit = 100

  /// `GET /teams`.
  func list() throws -> Answer {
    let teams = core.keeper.read { $0.teams.ordered }
    return try .control(["teams": teams.map { TeamBody(team_id: $0.teamID, senders: $0.senders) }])
  }

  /// `POST /teams`: makes a team, or replaces its senders.
  func create(_ request: HTTPRequest) async throws -> Answer {
    let body = try ControlBody.decode(TeamBody.self, from: request)
    try Identifier.check(body.team_id, "team_id")
    if let senders = body.senders, senders.count > Self.senderLimit || senders.contains(where: \.isEmpty) {
      throw Refusal.control(
        400, .invalidValue, "senders are at most \(Self.senderLimit) addresses or domains.")
    }
    let (team, isNew) = try await core.keeper.change { state in
      let known = state.teams[body.team_id]
      let senders = body.senders?.map { $0.lowercased() } ?? known?.senders ?? []
      let team = Team(teamID: body.team_id, senders: senders)
      state.teams[body.team_id] = team
      return (team, known == nil)
    }
    return try .control(TeamBody(team_id: team.teamID, senders: team.senders), status: isNew ? 201 : 200)
  }
}

/// The form of identifiers that developers choose.
enum Identifier {
  /// Refuses what could not be written into a token, a path or a page.
  static func check(_ text: String, _ member: String) throws(Refusal) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, (1...255).contains(text.utf8.count) else {
      throw .control(
        400, .invalidValue, "\(member) is 1 to 255 letters, digits, dots, hyphens or underscores.")
    }
  }
}
