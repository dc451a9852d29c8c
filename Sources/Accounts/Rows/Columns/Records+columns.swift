extension AuditEvent {
  /// Reads the columns in the order that every query of the audit names them.
  package init(_ row: borrowing some StoredColumns & ~Copyable) {
    self.init(
      id: row.integer(0), at: Timestamp(milliseconds: row.integer(1)),
      kind: Kind(rawValue: Int(truncatingIfNeeded: row.integer(2))),
      session: row.optionalInteger(3).map(Session.ID.init(number:)), detail: row.optionalText(4),
      address: row.optionalText(5))
  }
}

extension Consent {
  /// Reads the columns in the order that every query of consents names them.
  package init(_ row: borrowing some StoredColumns & ~Copyable) {
    self.init(
      text: ConsentText(kind: row.text(1), version: row.text(2), text: row.text(3), locale: row.text(4)),
      at: Timestamp(milliseconds: row.integer(0)))
  }
}
