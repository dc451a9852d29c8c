/// An account to be erased.
package struct Deletion: Sendable {
  /// Whose, and who asks.
  package var target: ChangeTarget
  /// SHA-256 of the identifier: all that the tombstone keeps of it (R44).
  package var digest: [UInt8]
  /// Who wanted it: `person`, `administrator`, `batch`, `apple`, `sweep`.
  package var cause: String

  package init(target: ChangeTarget, digest: [UInt8], cause: String) {
    self.target = target
    self.digest = digest
    self.cause = cause
  }
}

/// How a deletion ended.
package enum DeletionResult: Sendable {
  /// It is gone; the number of revocation jobs that were written.
  case deleted(revocations: Int)
  /// Nothing was written.
  case refused(AccountsError)
}
