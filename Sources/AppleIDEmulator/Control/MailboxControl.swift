import BramleyHTTP
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/emulator/v1/mailboxes`: the private mail relay, played.
struct MailboxControl: Sendable {
  let core: EmulatorCore

  private struct View: Encodable {
    let address: String
    let user: String
    let forwards_to: String
    let team_id: String
    let forwarding: Bool
    let count_today: Int
    let messages: [Message]
  }

  private struct Message: Encodable {
    let from: String
    let subject: String
    let text: String
    let received_at: Date
  }

  private struct Incoming: Decodable {
    let from: String
    let subject: String
    let text: String
  }

  /// An SMTP refusal in JSON.
  private struct Bounce: Encodable {
    let error: String
    let message: String
    let status = 550
  }

  /// What became of a message.
  private enum Fate: Sendable {
    case delivered
    case bounced(error: String, message: String)
  }

  /// `GET /mailboxes`.
  func list() throws -> Answer {
    try .control([
      "mailboxes": core.keeper.read { state in state.relays.ordered.map { Self.view($0, &state) } }
    ])
  }

  /// `GET /mailboxes/{address}`.
  func show(_ address: String) throws -> Answer {
    let view = core.keeper.read { state in state.relay(address: address).map { Self.view($0.row, &state) } }
    guard let view else {
      throw Refusal.control(
        404, .notFound, "This is no relay address; GET /emulator/v1/mailboxes lists them.")
    }
    return try .control(view)
  }

  /// `POST /mailboxes/{address}`: 202, or 550 as the relay would bounce it.
  func deliver(_ request: HTTPRequest, to address: String) async throws -> Answer {
    let body = try ControlBody.decode(Incoming.self, from: request)
    let now = core.appleTime(core.settings)
    let fate = try await core.keeper.change { state in Self.deliver(body, to: address, in: &state, now: now) }
    switch fate {
    case .delivered: return try .control(["status": "delivered"], status: 202)
    case .bounced(let error, let message):
      return try .control(Bounce(error: error, message: message), status: 550)
    }
  }

  private static func deliver(
    _ mail: Incoming, to address: String, in state: inout EmulatorState, now: Date
  ) -> Fate {
    guard let found = state.relay(address: address) else {
      return .bounced(error: "user_not_found", message: "5.1.1 There is no such relay address.")
    }
    var relay = found.row
    let from = mail.from.lowercased()
    let domain = from.split(separator: "@").last.map(String.init) ?? ""
    let senders = state.teams[relay.teamID]?.senders ?? []
    guard from.contains("@"), senders.contains(from) || senders.contains(domain) else {
      return .bounced(
        error: "unauthorized_sender",
        message: "5.7.1 Unauthorized sender: register the address or its domain for team \(relay.teamID).")
    }
    guard relay.isForwarding, state.accounts[relay.accountID]?.deletedAt == nil else {
      return .bounced(error: "forwarding_disabled", message: "5.1.1 The person switched forwarding off.")
    }
    let day = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
    if relay.day != day { (relay.day, relay.countToday) = (day, 0) }
    guard relay.countToday < RelayAddress.dailyLimit else {
      return .bounced(
        error: "over_limit", message: "5.7.1 More than \(RelayAddress.dailyLimit) messages today.")
    }
    relay.countToday += 1
    if relay.messages.count >= RelayAddress.keptMessages { relay.messages.removeFirst() }
    relay.messages.append(
      RelayedMessage(from: mail.from, subject: mail.subject, text: mail.text, receivedAt: now))
    state.relays[found.key] = relay
    return .delivered
  }

  private static func view(_ relay: RelayAddress, _ state: inout EmulatorState) -> View {
    let account = state.accounts[relay.accountID]
    return View(
      address: relay.address, user: account.map { state.subject(of: $0, team: relay.teamID) } ?? "",
      forwards_to: account?.email ?? "", team_id: relay.teamID, forwarding: relay.isForwarding,
      count_today: relay.countToday,
      messages: relay.messages.map {
        Message(from: $0.from, subject: $0.subject, text: $0.text, received_at: $0.receivedAt)
      })
  }
}

extension EmulatorState {
  /// The relay address with that text, without regard to case.
  func relay(address: String) -> (key: String, row: RelayAddress)? {
    let address = address.lowercased()
    return relays.rows.first { $0.value.address == address }.map { ($0.key, $0.value) }
  }
}
