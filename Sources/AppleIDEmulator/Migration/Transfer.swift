#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The transfer of an app group from one team to another.
struct Transfer: Codable, Sendable {
  /// The primary App ID that moved.
  let group: String
  /// The team that gave it.
  let fromTeam: String
  /// The team that took it.
  let toTeam: String
  /// When it was accepted; the window is open for ``window`` seconds from then.
  let acceptedAt: Date

  /// Sixty days in seconds.
  static let window: Double = 60 * 86_400

  /// Whether transfer identifiers may still be asked for.
  func isOpen(at now: Date) -> Bool { now.timeIntervalSince(acceptedAt) < Self.window }
}

extension EmulatorState {
  /// The newest transfer of a group into a team whose window is open.
  func openTransfer(group: String, to team: String, now: Date) -> Transfer? {
    transfers.rows.values
      .filter { $0.group == group && $0.toTeam == team && $0.isOpen(at: now) }
      .max { $0.acceptedAt < $1.acceptedAt }
  }

  /// The team that gave a group away less than sixty days ago.
  func previousTeam(group: String, now: Date) -> Transfer? {
    transfers.rows.values.filter { $0.group == group && $0.isOpen(at: now) }
      .max { $0.acceptedAt < $1.acceptedAt }
  }
}
