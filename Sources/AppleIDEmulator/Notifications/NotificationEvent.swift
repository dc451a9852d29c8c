import BramleyCrypto
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Something that a team is told about one of its people.
struct NotificationEvent: Codable, Sendable {
  /// What happened.
  enum Kind: String, Codable, Sendable, CaseIterable {
    case consentRevoked = "consent-revoked"
    case accountDelete = "account-delete"
    case emailDisabled = "email-disabled"
    case emailEnabled = "email-enabled"
  }

  let kind: Kind
  /// The subject that the team knows.
  let subject: String
  /// The relay address, in the mail events.
  let email: String?
  /// The primary App ID of the group concerned.
  let audience: String
  /// Where it goes; nil when the group registered no address.
  let address: String?
  /// When it happened.
  let at: Date
}

extension EmulatorState {
  /// The event for a grant, before the grant is changed.
  mutating func event(_ kind: NotificationEvent.Kind, grant: Grant, random: any RandomSource, now: Date)
    -> NotificationEvent?
  {
    guard let account = accounts[grant.accountID] else { return nil }
    return event(kind, account: account, group: grant.group, random: random, now: now)
  }

  /// The event for a person and an app group.
  mutating func event(
    _ kind: NotificationEvent.Kind, account: AppleAccount, group: String, random: any RandomSource, now: Date
  ) -> NotificationEvent? {
    guard let primary = clients[group] else { return nil }
    let isAboutMail = kind == .emailEnabled || kind == .emailDisabled
    return NotificationEvent(
      kind: kind, subject: subject(of: account, team: primary.teamID),
      email: isAboutMail ? relay(of: account, team: primary.teamID, random: random).address : nil,
      audience: group, address: notificationURL(group: group), at: now)
  }

  /// Where a group's notifications go: the primary App ID's address, else that of any member.
  func notificationURL(group: String) -> String? {
    clients[group]?.notificationURL
      ?? clients.rows.values.filter { $0.group == group }.sorted { $0.clientID < $1.clientID }
      .compactMap(\.notificationURL).first
  }
}
