/// Decides what a refresh token with a good MAC leads to: R31–R34. Pure.
package enum RotationRule {
  /// What follows.
  package enum Decision: Sendable, Equatable {
    /// The token is the current one: the generation moves on.
    case rotate(to: Int64)
    /// The token is the predecessor, still good: it gets the same successor again.
    case answerAgain(Int64)
    /// The store is older than the token, after a restore: the generation follows (R32).
    case follow(to: Int64)
    /// A token that should be gone came back: the session ends.
    case reuse
    /// Refused; nothing changes.
    case refused(AccountsError)
  }

  /// The decision for a presented generation.
  package static func decide(_ rotation: Rotation, session: Session, account: Account?) -> Decision {
    let now = rotation.now
    // A deleted account says so, so that SDKs sign out (R33).
    guard let account, session.end != .accountDeleted else { return .refused(AccountsError(.userNotFound)) }
    guard session.end == nil else {
      return .refused(AccountsError(.tokenExpired, reason: "session ended"))
    }
    if account.isDisabled { return .refused(AccountsError(.userDisabled)) }
    if let validSince = account.validSince, session.createdAt.seconds < validSince.seconds {
      return .refused(AccountsError(.tokenExpired, reason: "session older than validSince"))
    }
    if now - session.lastUsedAt > rotation.idle {
      return .refused(AccountsError(.tokenExpired, reason: "idle"))
    }
    if let absolute = rotation.absolute, now - session.createdAt > absolute {
      return .refused(AccountsError(.tokenExpired, reason: "too old"))
    }
    return generation(rotation, session: session)
  }

  private static func generation(_ rotation: Rotation, session: Session) -> Decision {
    let presented = rotation.generation
    let current = session.generation
    if presented == current { return current == .max ? .reuse : .rotate(to: current + 1) }
    if presented > current { return presented == .max ? .reuse : .follow(to: presented + 1) }
    if presented == current - 1 {
      guard let used = session.successorUsedAt else { return .answerAgain(current) }
      return rotation.now - used <= rotation.grace ? .answerAgain(current) : .reuse
    }
    // Two behind: its successor was used when the current one was issued; 30 s longer it is still good.
    if presented == current - 2, rotation.now - session.rotatedAt <= rotation.grace {
      return .answerAgain(current - 1)
    }
    return .reuse
  }

  /// The session after its generation moved to a number.
  package static func rotated(_ session: Session, to generation: Int64, now: Timestamp) -> Session {
    var session = session
    session.generation = generation
    session.rotatedAt = now
    session.lastUsedAt = now
    session.successorUsedAt = nil
    return session
  }
}
