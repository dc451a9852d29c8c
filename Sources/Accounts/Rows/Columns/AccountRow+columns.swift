extension AccountRow {
  /// Reads the columns in the order that every query of accounts names them.
  package init(_ row: borrowing some StoredColumns & ~Copyable) {
    var account = Account(
      id: Account.ID(unchecked: row.text(1)), createdAt: Timestamp(milliseconds: row.integer(2)))
    account.lastLoginAt = row.timestamp(3)
    account.flags = row.integer(4)
    account.appleAuthorizedAt = row.timestamp(8)
    account.validSince = row.timestamp(9)
    account.email = row.optionalText(10)
    account.displayName = row.optionalText(11)
    account.photoURL = row.optionalText(12)
    account.phoneNumber = row.optionalText(13)
    account.passwordHash = row.optionalText(14)
    account.passwordUpdatedAt = row.timestamp(15)
    account.customAttributes = row.optionalText(16)
    account.initialEmail = row.optionalText(17)
    account.deletesAt = row.timestamp(18)
    if let extras = row.optionalText(19) { account.extras = AccountExtras.decode(extras) }
    self.init(key: row.integer(0), account: account)
    newestSession = row.optionalInteger(5).map(Session.ID.init(number:))
    newestEvent = row.optionalInteger(6)
    newestGrant = row.optionalInteger(7).map(Grant.ID.init(number:))
  }
}

extension Account {
  /// The yes-or-no members as bits; 32 has an index.
  package var flags: Int64 {
    get {
      (isEmailVerified ? 1 : 0) | (isDisabled ? 2 : 0) | (isCustomAuth ? 4 : 0)
        | (hasEmailLinkSignIn ? 8 : 0) | (mayBeSecond ? 16 : 0) | (isAnonymous ? 32 : 0)
    }
    set {
      isEmailVerified = newValue & 1 != 0
      isDisabled = newValue & 2 != 0
      isCustomAuth = newValue & 4 != 0
      hasEmailLinkSignIn = newValue & 8 != 0
      mayBeSecond = newValue & 16 != 0
      isAnonymous = newValue & 32 != 0
    }
  }

  /// Whether nothing changed but what an ordinary sign-in changes.
  package func differsOnlyBySignIn(from old: Account) -> Bool {
    var aligned = old
    aligned.lastLoginAt = lastLoginAt
    aligned.lastRefreshAt = lastRefreshAt
    aligned.appleAuthorizedAt = appleAuthorizedAt
    aligned.identities = identities
    return aligned == self
  }
}
