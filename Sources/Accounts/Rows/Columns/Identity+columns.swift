extension Identity {
  private static let sharesEmailFlag: Int64 = 16

  /// Reads the columns in the order that every query of identities names them.
  package init(_ row: borrowing some StoredColumns & ~Copyable, accountEmail: String?) {
    self.init(
      key: Key(
        provider: ProviderID(rawValue: row.text(0)), issuer: row.text(1), team: row.text(2),
        subject: row.text(3)))
    let flags = row.integer(4)
    isEmailVerified = flags & 1 != 0
    isPrivateEmail = flags & 2 != 0
    isRelayDisabled = flags & 4 != 0
    isProven = flags & 8 != 0
    email = flags & Self.sharesEmailFlag != 0 ? accountEmail : row.optionalText(5)
    displayName = row.optionalText(6)
    photoURL = row.optionalText(7)
    screenName = row.optionalText(8)
    phoneNumber = row.optionalText(9)
    firstClientID = row.optionalText(10)
    realUserStatus = row.optionalInteger(11).map(Int.init(truncatingIfNeeded:))
    firstAuthorizedAt = row.timestamp(12)
  }

  /// The yes-or-no members as bits, with whether the address is the account's.
  package func flags(sharesEmail: Bool) -> Int64 {
    (isEmailVerified ? 1 : 0) | (isPrivateEmail ? 2 : 0) | (isRelayDisabled ? 4 : 0) | (isProven ? 8 : 0)
      | (sharesEmail ? Self.sharesEmailFlag : 0)
  }
}
