/// A session that was just refreshed.
package struct RefreshedSession: Sendable {
  /// The account.
  package let account: Account
  /// The tokens.
  package let tokens: SessionTokens
}

/// Which of the caller's sessions to end.
package enum SessionSelection: Sendable, Hashable {
  /// One.
  case one(Session.ID)
  /// All but the caller's.
  case others
  /// All.
  case all
}
