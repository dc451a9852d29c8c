/// Decides from what device and service say; neither an error nor one false answer signs anyone out.
enum CredentialStateRule {
  /// What the device says; an error beside the state is told apart.
  enum DeviceAnswer: Sendable, Equatable {
    case authorized
    case revoked
    case notFound
    case transferred
    /// An error with any state but "not found", which always comes with one.
    case failed
  }

  static func decide(
    device: DeviceAnswer, service: ServiceCredentialState?, isSimulator: Bool
  ) -> CredentialDecision {
    // The service asked Apple itself; where it answers, its word counts.
    switch service {
    case .authorized: return device == .transferred ? .migrate(to: nil) : .keep
    case .revoked: return .askAgain(.revoked)
    case .notFound: return .askAgain(.notFound)
    case .transferred(let user): return .migrate(to: user)
    case .ended: return .askAgain(.endedByService)
    case nil: break
    }
    switch device {
    case .authorized: return .keep
    case .transferred: return .migrate(to: nil)
    case .failed: return .unknown
    // Simulators answer "revoked" or "not found" whatever the truth is.
    case .revoked: return isSimulator ? .unknown : .askAgain(.revoked)
    case .notFound: return isSimulator ? .unknown : .askAgain(.notFound)
    }
  }
}

/// What a service says about the Apple credential of the signed-in account.
public enum ServiceCredentialState: Sendable, Equatable {
  /// In good standing.
  case authorized
  /// The person withdrew the authorization.
  case revoked
  /// The account has no Apple identity.
  case notFound
  /// The app moved to another team; the new identifier if known.
  case transferred(AppleUserID?)
  /// Session or account ended.
  case ended
}
