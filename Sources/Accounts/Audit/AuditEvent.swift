/// A security event of an account, written in the transaction that it tells of.
package struct AuditEvent: Hashable, Sendable {
  /// What happened. An open set, stored by number.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The number; grows.
  package let id: Int64
  /// When.
  package let at: Timestamp
  /// What.
  package let kind: Kind
  /// The session that it happened in or to.
  package let session: Session.ID?
  /// A short word more: a provider, a reason. Never a secret, name or address.
  package let detail: String?
  /// The client's address; erased by retention and with the account.
  package let address: String?

  package init(
    id: Int64, at: Timestamp, kind: Kind, session: Session.ID? = nil, detail: String? = nil,
    address: String? = nil
  ) {
    self.id = id
    self.at = at
    self.kind = kind
    self.session = session
    self.detail = detail
    self.address = address
  }
}
