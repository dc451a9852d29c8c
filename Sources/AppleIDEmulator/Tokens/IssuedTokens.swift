#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A refresh token that was handed out; its row is found by the token.
struct RefreshToken: Codable, Sendable {
  /// The client that it was issued to.
  let clientID: String
  /// The person.
  let accountID: String
  /// The row of the grant.
  let grantKey: String
  /// The grant's epoch at that time.
  let epoch: Int
  /// When it was issued.
  let issuedAt: Date
  /// When it was last used, for the throttle of one check a day.
  var lastUsedAt: Date?
}

/// An access token that was handed out; its row is found by the token.
struct AccessToken: Codable, Sendable {
  /// The client that it was issued to.
  let clientID: String
  /// The row of the grant and its epoch; nil for a token of the client itself (migration).
  let grant: GrantReference?
  /// When it stops being good.
  let expiresAt: Date
}

/// One first authorization: a grant's row and the epoch that it had.
struct GrantReference: Codable, Sendable, Hashable {
  /// The row.
  let key: String
  /// The epoch.
  let epoch: Int
}
