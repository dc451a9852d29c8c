#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An App ID or a Services ID.
struct Client: Codable, Sendable {
  /// The bundle id or Services ID; compared exactly, as Apple does.
  let clientID: String
  /// The team that owns it; an app transfer changes it.
  var teamID: String
  /// The primary App ID that it is grouped under; nil for a primary App ID itself.
  var primaryAppID: String?
  /// The registered Return URLs, compared as they stand.
  var redirectURIs: [String]
  /// Where notifications of the group go; meaningful on the primary App ID.
  var notificationURL: String?
  /// How strictly Return URLs are judged; nil follows the emulator's default.
  var profile: ReturnURLProfile?
  /// When it was registered.
  let createdAt: Date

  /// The app group: consent is per person and group.
  var group: String { primaryAppID ?? clientID }
}
