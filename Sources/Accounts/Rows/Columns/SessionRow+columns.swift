extension SessionRow {
  /// Reads the columns in the order that every query of sessions names them.
  package init(_ row: borrowing some StoredColumns & ~Copyable) {
    var session = Session(
      id: Session.ID(number: row.integer(0)), account: Account.ID(unchecked: row.text(16)),
      at: Timestamp(milliseconds: row.integer(4)), signInProvider: ProviderID(rawValue: row.text(11)))
    session.generation = row.integer(3)
    session.authTime = Timestamp(milliseconds: row.integer(5))
    session.lastUsedAt = Timestamp(milliseconds: row.integer(6))
    session.rotatedAt = Timestamp(milliseconds: row.integer(7))
    session.successorUsedAt = row.timestamp(8)
    session.endedAt = row.timestamp(9)
    session.end = row.optionalInteger(10).flatMap { Session.End(rawValue: Int(truncatingIfNeeded: $0)) }
    session.clientID = row.optionalText(12)
    session.userAgent = row.optionalText(13)
    session.address = row.optionalText(14)
    session.customClaims = row.optionalText(15)
    self.init(
      session: session, accountKey: row.integer(1),
      previous: row.optionalInteger(2).map(Session.ID.init(number:)))
  }
}
