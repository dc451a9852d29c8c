import Accounts

/// What `accounts show` shows.
struct AccountView: Encodable {
  /// A session that goes on.
  struct SessionLine: Encodable {
    let sid: String
    let provider: String
    let createdAt: String
    let lastUsedAt: String
    let userAgent: String?
    let address: String?
  }

  /// An audit row.
  struct EventLine: Encodable {
    let at: String
    let kind: String
    let detail: String?
    let address: String?
  }

  let account: AccountRecord
  let state: String
  let hasPassword: Bool
  let secondFactors: Int
  let sessions: [SessionLine]
  let grants: [String]
  let events: [EventLine]

  init(_ account: Account, _ accounts: Accounts) async throws {
    self.account = AccountRecord(account, showsPasswords: false)
    state = account.isDisabled ? "disabled" : "enabled"
    hasPassword = account.passwordHash != nil
    secondFactors = account.secondFactors.count
    sessions = try await accounts.sessions(of: account.id).map {
      SessionLine(
        sid: $0.id.text, provider: $0.signInProvider.rawValue, createdAt: $0.createdAt.internetText,
        lastUsedAt: $0.lastUsedAt.internetText, userAgent: $0.userAgent, address: $0.address)
    }
    grants = try await accounts.grants(of: account.id).map { "\($0.clientID) \($0.state)" }
    events = try await accounts.events(of: account.id, after: 0).suffix(20).map {
      EventLine(
        at: $0.at.internetText, kind: $0.kind.name, detail: $0.detail, address: $0.address)
    }
  }

  /// The same for a person at a terminal.
  var lines: [String] {
    let profile: [(String, String?)] = [
      ("id", account.localID), ("address", account.email),
      ("verified", account.isEmailVerified.map { $0 ? "yes" : "no" }), ("name", account.displayName),
      ("phone", account.phoneNumber), ("state", state), ("password", hasPassword ? "yes" : "no"),
      ("second factors", secondFactors == 0 ? nil : String(secondFactors)),
      ("made", account.createdAt.map { Timestamp(milliseconds: $0.value).internetText }),
      ("signed in", account.lastSignedInAt.map { Timestamp(milliseconds: $0.value).internetText }),
      ("claims", account.customAttributes),
    ]
    var lines = profile.compactMap { name, value in value.map { "\(name): \($0)".printable } }
    for entry in account.own?.identities ?? [] {
      lines.append("identity: \(entry.provider) \(entry.subject) \(entry.email ?? "")".printable)
    }
    lines += grants.map { "grant: \($0)".printable }
    lines += sessions.map {
      "session: \($0.sid) \($0.provider) used \($0.lastUsedAt) \($0.userAgent ?? "")".printable
    }
    lines += events.map { "event: \($0.at) \($0.kind) \($0.detail ?? "")".printable }
    return lines
  }
}
