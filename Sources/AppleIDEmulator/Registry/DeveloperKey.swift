#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A "Sign in with Apple" key of a team: its public half signs nothing, it checks client secrets.
struct DeveloperKey: Codable, Sendable {
  /// Ten characters in life.
  let keyID: String
  /// The team that made it.
  let teamID: String
  /// The primary App ID that it was made for; nil serves every group of the team.
  let primaryAppID: String?
  /// The coordinates of the public key, base64url.
  let publicX: String
  /// The coordinates of the public key, base64url.
  let publicY: String
  /// The `.p8`, kept only for the demo key, which may be fetched again; every other is shown once.
  let privatePEM: String?
  /// When it was made.
  let createdAt: Date
  /// Set once it was revoked; a revoked key is told from an unknown one in the request log.
  var revokedAt: Date?
}
