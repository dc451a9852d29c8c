import Accounts
import _Configuration

extension RateLimits {
  /// The defaults with what the settings change.
  init(_ settings: Configuration.RateLimits) {
    self = settings.isEnabled ? .standard : .none
    guard settings.isEnabled else { return }
    for kind in LimitKind.allCases {
      switch settings.kinds[kind.rawValue] {
      case nil: continue
      case .off: self[kind] = nil
      case .limit(let count, let window): self[kind] = Limit(ceiling: count, window: window)
      }
    }
  }
}

extension Retention {
  /// What the settings say.
  init(_ settings: Configuration.Retention) {
    self.init(
      audit: settings.audit, sessions: settings.sessions, addresses: settings.addresses,
      grants: settings.grants, tombstones: settings.tombstones)
  }
}
