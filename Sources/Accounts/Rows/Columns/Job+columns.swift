extension Job {
  /// Nil for a kind that a later version made; it stays for that version.
  package init?(_ row: borrowing some StoredColumns & ~Copyable) {
    guard let kind = Kind(rawValue: Int(truncatingIfNeeded: row.integer(1))) else { return nil }
    self.init(
      id: ID(number: row.integer(0)),
      draft: JobDraft(
        kind: kind, grant: row.optionalInteger(2).map(Grant.ID.init(number:)), subject: row.text(3),
        clientID: row.text(4), sealed: row.bytes(5), authorizedAt: Timestamp(milliseconds: row.integer(6)),
        dueAt: Timestamp(milliseconds: row.integer(8))),
      createdAt: Timestamp(milliseconds: row.integer(7)), attempts: Int(truncatingIfNeeded: row.integer(9)),
      lastFailure: row.optionalText(10))
  }
}
