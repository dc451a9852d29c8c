#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a person allowed an app group; the row outlives a revocation so that "revoked" differs from "never".
struct Grant: Codable, Sendable {
  /// The person.
  let accountID: String
  /// The app group: the primary App ID.
  let group: String
  /// The client that opened the grant.
  let firstClientID: String
  /// The scopes of the first authorization; later requests neither add to them nor take away.
  let scopes: Set<AuthorizationScope>
  /// Whether the person chose the relay address.
  let hidesEmail: Bool
  /// Counts up at every first authorization; codes and tokens of an earlier count are dead.
  let epoch: Int
  /// When the person first agreed.
  let firstAuthorizedAt: Date
  /// When the person last signed in.
  var lastAuthorizedAt: Date
  /// Set when consent ended: revoked by the app, by the person, or with the account.
  var revokedAt: Date?

  /// Whether consent stands.
  var isActive: Bool { revokedAt == nil }

  /// The key of its row.
  static func key(account: String, group: String) -> String { account + "|" + group }
}
