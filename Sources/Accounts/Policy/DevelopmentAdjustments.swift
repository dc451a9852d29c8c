import Synchronization

/// What tests change of the policy while `dev` runs (wire §4.18); forgotten when it ends.
final class DevelopmentAdjustments: Sendable {
  private struct Values {
    var onePerEmail: Bool?
    var protectsEnumeration: Bool?
  }

  /// Whether anything is changed at all: production never is, and pays one load for the question.
  private let isChanged = Atomic<Bool>(false)
  private let values = Mutex(Values())

  func set(onePerEmail: Bool?, protectsEnumeration: Bool?) {
    values.withLock { values in
      if let onePerEmail { values.onePerEmail = onePerEmail }
      if let protectsEnumeration { values.protectsEnumeration = protectsEnumeration }
    }
    isChanged.store(true, ordering: .releasing)
  }

  var onePerEmail: Bool? { isChanged.load(ordering: .acquiring) ? values.withLock { $0.onePerEmail } : nil }
  var protectsEnumeration: Bool? {
    isChanged.load(ordering: .acquiring) ? values.withLock { $0.protectsEnumeration } : nil
  }
}

extension Accounts {
  /// Whether an address belongs to one account only.
  package var onePerEmail: Bool { adjustments.onePerEmail ?? policy.onePerEmail }

  /// Whether answers hide which addresses have accounts (R29).
  package var protectsEnumeration: Bool { adjustments.protectsEnumeration ?? policy.protectsEnumeration }

  /// Changes the policy of a running development service; what is nil stays.
  ///
  /// Throws `OPERATION_NOT_ALLOWED` in production: several processes of one store would disagree.
  package func adjust(onePerEmail: Bool?, protectsEnumeration: Bool?) throws(AccountsError) {
    guard policy.mode == .development else { throw AccountsError(.operationNotAllowed) }
    adjustments.set(onePerEmail: onePerEmail, protectsEnumeration: protectsEnumeration)
  }
}
