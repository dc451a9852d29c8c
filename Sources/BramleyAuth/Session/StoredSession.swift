import AppleSignIn
import Foundation

/// A session as it rests between launches.
struct StoredSession: Codable, Sendable {
  /// How long before its end an ID token is replaced.
  static let margin: TimeInterval = 300

  /// Tells this session from an earlier one of the same account; on this device only.
  var id = UUID()
  var refreshToken: String
  var idToken: String
  /// When the token was received, by this device's clock: the service's may differ.
  var receivedAt: Date
  var lifetime: TimeInterval
  var account: AccountRecord
  var appleUser: AppleUserID?
  var eventCursor = 0

  /// Whether the token can be used at a time; a clock that was set back makes it stale.
  func isFresh(at now: Date) -> Bool {
    let age = now.timeIntervalSince(receivedAt)
    return age > -60 && age < lifetime - min(Self.margin, lifetime / 2)
  }

  var hasApple: Bool { account.providerUserInfo?.contains { $0.providerID == "apple.com" } ?? false }
}
