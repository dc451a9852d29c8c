package import BramleyCrypto

/// Knows the admin tokens of the store (R3).
package protocol AdminTokenRegister: Sendable {
  /// The scopes of a token; nil when it is unknown or revoked.
  ///
  /// - Throws: What the store throws; the request is then answered as unavailable, never as allowed.
  func scopes(of token: Secret) async throws -> Set<AdminScope>?
}

/// A register without tokens: `dev`, and `serve` before the first one is made.
package struct NoAdminTokens: AdminTokenRegister {
  /// An empty register.
  package init() {}
  /// Always nil.
  package func scopes(of token: Secret) async -> Set<AdminScope>? { nil }
}
