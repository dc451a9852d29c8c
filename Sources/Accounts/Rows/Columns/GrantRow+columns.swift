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
