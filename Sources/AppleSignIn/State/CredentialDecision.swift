/// What an app does about an earlier sign-in with Apple.
public enum CredentialDecision: Sendable, Equatable {
  /// Why a person must sign in again; the local data stay.
  public enum Reason: Sendable, Equatable {
    /// The person withdrew the app's authorization.
    case revoked
    /// Apple knows no such person for the app.
    case notFound
    /// The service ended the session or deleted the account.
    case endedByService
  }

  /// Everything is well.
  case keep
  /// Show the sign-in again, and delete nothing.
  case askAgain(Reason)
  /// The app moved to another team; the new identifier if the service knows it already.
  case migrate(to: AppleUserID?)
  /// Nobody could tell; keep the session and look again at the next occasion.
  case unknown
}
