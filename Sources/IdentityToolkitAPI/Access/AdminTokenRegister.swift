package import BramleyCrypto

/// Knows the admin tokens of the store (R3).
package protocol AdminTokenRegister: Sendable {
  /// Whose token a bearer is; nil when it is unknown, revoked or over.
  ///
  /// - Throws: What the store throws; the request is then answered as unavailable, never as allowed.
  func administrator(of token: Secret) async throws -> Administrator?
}

/// A register without tokens: `dev`, and `serve` before the first one is made.
package struct NoAdminTokens: AdminTokenRegister {
  /// An empty register.
  package init() {}
  /// Always nil.
  package func administrator(of token: Secret) async -> Administrator? { nil }
}
