import BramleyHTTP

/// `/emulator/v1/settings` and `/faults`: how the service behaves and misbehaves.
struct SettingsControl: Sendable {
  let core: EmulatorCore

  /// `GET /settings`.
  func show() throws -> Answer { try .control(core.settings) }

  /// `PATCH /settings`: all of the given members, or none when one is wrong.
  func change(_ request: HTTPRequest) async throws -> Answer {
    let change = try ControlBody.decode(SettingsChange.self, from: request)
    if let unknown = change.unknown.first {
      let known = Settings.CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal.control(
        400, .invalidValue, "There is no setting \(unknown.prefix(64)); there are: \(known).")
    }
    let settings = try await core.keeper.change { state in
      var settings = state.settings
      change.apply(to: &settings)
      if let problem = settings.problem { throw Refusal.control(400, .invalidValue, problem) }
      state.settings = settings
      return settings
    }
    return try .control(settings)
  }

  /// `GET /faults`.
  func faults() throws -> Answer { try .control(["faults": core.keeper.read { $0.faults.faults }]) }

  /// `POST /faults`.
  func add(_ request: HTTPRequest) async throws -> Answer {
    let fault = try ControlBody.decode(Fault.self, from: request)
    if let problem = fault.problem { throw Refusal.control(400, .invalidValue, problem) }
    if fault.kind == .wrongKey { try core.keys.prepareStranger() }
    let isTaken = try await core.keeper.change { $0.faults.add(fault) }
    guard isTaken else {
      throw Refusal.control(409, .conflict, "There are \(FaultSet.bound) faults already; DELETE them first.")
    }
    return try .control(fault, status: 201)
  }

  /// `DELETE /faults`.
  func removeFaults() async throws -> Answer {
    try await core.keeper.change { $0.faults = FaultSet() }
    return Answer(HTTPResponse(status: 204))
  }
}

extension Fault {
  /// Why the fault cannot be played; nil when it can.
  var problem: String? {
    if let status, !(200...599).contains(status) { return "status is 200 to 599." }
    if let times, !(1...1_000_000).contains(times) {
      return "times is 1 to 1000000; leave it out for \"until removed\"."
    }
    if let delay, !(0...50_000).contains(delay) { return "delay_ms is 0 to 50000." }
    let signs: Set<Endpoint> = [.keys, .authorize, .token, .notifications]
    if flaw != .none, !signs.contains(endpoint) {
      return "\(endpoint.rawValue) carries no signature to spoil."
    }
    return nil
  }
}
