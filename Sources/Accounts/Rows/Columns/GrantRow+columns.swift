extension GrantRow {
  /// Reads the columns in the order that every query of grants names them.
  package init(_ row: borrowing some StoredColumns & ~Copyable) {
    let grant = Grant(
      id: Grant.ID(number: row.integer(0)), account: Account.ID(unchecked: row.text(11)),
      subject: row.text(5), clientID: row.text(6), codeHash: row.bytes(7),
      authorizedAt: Timestamp(milliseconds: row.integer(8)),
      // A state of a later version counts as lost: nothing is done with such a grant.
      state: Grant.State(rawValue: Int(truncatingIfNeeded: row.integer(4))) ?? .missing,
      sealedToken: row.optionalBytes(9), checkedAt: row.timestamp(10))
    self.init(
      grant: grant, accountKey: row.integer(1), previous: row.optionalInteger(2).map(Grant.ID.init(number:)),
      job: row.optionalInteger(3).map(Job.ID.init(number:)))
  }
}

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
