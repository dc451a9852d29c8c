#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A person's Apple Account.
struct AppleAccount: Codable, Sendable {
  /// An identifier of the emulator's own; subjects are derived from it and it never leaves.
  let id: String
  /// The address that the person signs in with.
  let email: String
  /// The given name that the consent page offers; may be empty.
  var givenName: String
  /// The family name that the consent page offers; may be empty.
  var familyName: String
  /// Whether the consent page has "Hide My Email" chosen at first.
  var hideEmail: Bool
  /// A Managed Apple Account (school or company): `org_id` in its tokens, never a relay address.
  var isManaged: Bool
  /// Whether the two-factor step is shown; nil follows the setting.
  var twoFactor: Bool?
  /// What a device says of the person: 0 unsupported, 1 unknown, 2 likely real.
  var realUserStatus: Int
  /// When it was made.
  let createdAt: Date
  /// Set when the account was deleted; its subjects stay known as revoked ones.
  var deletedAt: Date?

  /// Given and family name with one space, without what is empty.
  var displayName: String {
    [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
