/// An administrator's token as the store knows it: never the token itself (R3).
package struct AdminToken: Codable, Sendable, Hashable {
  /// What `revoke` names it by.
  package let id: String
  /// What the operator called it; the audit names it by this.
  package let name: String
  /// What it allows, by name.
  package let scopes: [String]
  /// When it was made, in milliseconds since 1970.
  package let createdAt: Int64
  /// When it ends by itself, in milliseconds since 1970; nil never.
  package let expiresAt: Int64?
  /// SHA-256 of the token, in hexadecimal. The token has 256 random bits, so a slow hash would add nothing.
  let digest: String

  /// Whether its time is over.
  package func isExpired(at now: Timestamp) -> Bool {
    expiresAt.map { now.milliseconds >= $0 } ?? false
  }
}
