#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The private relay address of a person towards a team, with its mailbox.
struct RelayAddress: Codable, Sendable {
  /// The address itself.
  let address: String
  /// The person behind it.
  let accountID: String
  /// The team that it was made for.
  let teamID: String
  /// Whether mail is forwarded; the person may switch it off.
  var isForwarding: Bool
  /// The newest messages, oldest first, at most ``keptMessages``.
  var messages: [RelayedMessage] = []
  /// The day that ``countToday`` belongs to, counted from 1970.
  var day = 0
  /// Messages on that day; Apple stops at ``dailyLimit``.
  var countToday = 0

  /// Messages that a mailbox keeps.
  static let keptMessages = 100
  /// Messages a day, both directions together.
  static let dailyLimit = 100

  /// The key of its row.
  static func key(account: String, team: String) -> String { account + "|" + team }
}

/// A message that reached a relay address.
struct RelayedMessage: Codable, Sendable {
  /// The sender's address.
  let from: String
  /// The subject line.
  let subject: String
  /// The text.
  let text: String
  /// When it arrived.
  let receivedAt: Date
}
