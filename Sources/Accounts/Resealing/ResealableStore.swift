/// A store whose sealed values can be sealed anew, value by value, while it is in use.
package protocol ResealableStore: AccountStore {
  /// Sealed values of a kind behind a number, in the order of their numbers.
  func sealedValues(of kind: SealedValue.Kind, after: Int64, limit: Int) async throws(StoreError)
    -> [SealedValue]

  /// Replaces a sealed value if it still is what was read; false when it changed or went meanwhile.
  func replace(_ value: SealedValue, with sealed: [UInt8]) async throws(StoreError) -> Bool
}

/// A sealed value where it stands.
package struct SealedValue: Sendable, Hashable {
  /// Where sealed values stand.
  package enum Kind: Sendable, CaseIterable {
    /// Apple's refresh tokens.
    case grant
    /// Codes that wait for their exchange, tokens that wait for revocation.
    case job
  }

  /// Where it stands.
  package let kind: Kind
  /// The number of its row.
  package let number: Int64
  /// Apple's subject and the client id, which its seal covers.
  package let subject: String
  package let clientID: String
  /// The value.
  package let sealed: [UInt8]

  package init(kind: Kind, number: Int64, subject: String, clientID: String, sealed: [UInt8]) {
    self.kind = kind
    self.number = number
    self.subject = subject
    self.clientID = clientID
    self.sealed = sealed
  }
}
