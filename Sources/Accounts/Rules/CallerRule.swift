/// Decides whether the claims of a checked ID token still stand against the rows (wire §4, A37). Pure.
package enum CallerRule {
  /// The reason why not, or nil.
  package static func refusal(_ check: CallerCheck, account: Account?, session: Session?) -> AccountsError? {
    guard let account, account.id == check.account else { return AccountsError(.userNotFound) }
    if let validSince = account.validSince, check.issuedAt < validSince {
      return AccountsError(.tokenExpired, reason: "issued before validSince")
    }
    if account.isDisabled { return AccountsError(.userDisabled) }
    guard let session, session.account == check.account, session.end == nil else {
      return AccountsError(.tokenExpired, reason: "session ended")
    }
    return nil
  }

  /// Whether the sign-in of a session is recent enough for a step that cannot be undone (R28).
  ///
  /// An anonymous account has nothing to sign in again with, so it is not asked to (wire §6.5). Once it has,
  /// the session of before is as old as any.
  package static func isRecent(
    _ session: Session, of account: Account, within window: Duration, now: Timestamp
  ) -> Bool {
    session.signInProvider == .anonymous && account.isAnonymous || now - session.authTime <= window
  }
}
