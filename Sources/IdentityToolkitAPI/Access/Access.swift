/// What the credentials of a request amount to.
enum Access: Sendable, Hashable {
  /// Nothing, or an API key: a key identifies, it does not authenticate (R10).
  case client
  /// An administrator.
  case administrator(Administrator)

  /// Whether the call is privileged: the same methods then behave as admin calls, whatever path was used.
  var isPrivileged: Bool { self != .client }

  /// Refuses an administrator whose token lacks a scope; clients pass.
  func require(_ scope: AdminScope) throws(WireError) {
    guard case .administrator(let administrator) = self, !administrator.scopes.contains(scope) else { return }
    throw .insufficientScope(scope)
  }
}

/// Who may call an operation.
enum AccessRule: Sendable, Hashable {
  /// Anyone, without a key.
  case open
  /// A client with a key; an administrator too, who needs the scope.
  case key(administrator: AdminScope)
  /// A client with a key; a bearer means nothing here.
  case keyOnly
  /// An administrator with the scope.
  case administrator(AdminScope)
  /// A person with an ID token, as bearer or in the body.
  case person
}
