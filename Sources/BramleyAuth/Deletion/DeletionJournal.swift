import AppleSignIn
import Foundation

/// How far a deletion came; written after each step, so that an interrupted run goes on where it stopped.
struct DeletionJournal: Codable, Sendable, Equatable {
  enum Step: String, Codable, Sendable {
    /// Apple gave a fresh code; nothing was sent yet.
    case authorized
    /// Apple's authorization is revoked, or the service has taken it over.
    case revoked
    /// The account is gone at the service.
    case deleted
  }

  static let key = StorageKey("deletion")
  /// Apple's codes are good for five minutes; one is left for the way.
  static let codeLifetime: TimeInterval = 240

  var uid: String
  var step: Step
  var code: String?
  var at: Date
  var appleUser: AppleUserID?
}

/// How far an interrupted deletion came.
public enum PendingDeletion: Sendable, Equatable {
  /// It can go on without the person.
  case canContinue
  /// The person must authorize anew: call ``User/deleteAccount(authorizing:)``.
  case needsAuthorization
}
