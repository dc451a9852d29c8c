import Synchronization

/// What an operation has learnt from a run of its transaction that has to be repeated.
final class OperationMemory: Sendable {
  private let needsAccounts = Atomic<Bool>(false)

  /// Whether accounts are to be locked although the operation usually leaves them alone.
  var locksAccounts: Bool { needsAccounts.load(ordering: .relaxed) }

  func lockAccounts() { needsAccounts.store(true, ordering: .relaxed) }
}

/// The numbers of providers' issuers and teams: there are few, and a number never changes.
final class ScopeNumbers: Sendable {
  private let kept = Mutex<[ScopeKey: Int64]>([:])

  func number(of key: ScopeKey) -> Int64? { kept.withLock { $0[key] } }

  func keep(_ number: Int64, of key: ScopeKey) {
    kept.withLock { kept in
      // Bounded: an operator's providers are a handful; more than that is not worth keeping.
      if kept.count < 256 { kept[key] = number }
    }
  }
}

/// A provider's issuer and team.
struct ScopeKey: Hashable, Sendable {
  let provider: String
  let issuer: String
  let team: String
}
