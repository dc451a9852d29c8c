/// A session with its account, read in one snapshot.
package struct SessionState: Sendable {
  /// The session.
  package var session: Session
  /// The account; nil after its deletion.
  package var account: Account?

  package init(session: Session, account: Account?) {
    self.session = session
    self.account = account
  }
}

/// Who presents a checked ID token.
package struct Caller: Sendable {
  /// The account.
  package let account: Account
  /// The session that the token names.
  package let session: Session
  /// When the token was issued.
  package let issuedAt: Timestamp
}
