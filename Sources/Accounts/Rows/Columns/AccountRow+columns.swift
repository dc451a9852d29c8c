extension AccountRow {
  /// Reads the columns in the order that every query of accounts names them.
  ///
  /// - Parameter first: The place of the first of them, where others stand before.
  package init(_ row: borrowing some StoredColumns & ~Copyable, from first: Int32 = 0) {
    var account = Account(
      id: Account.ID(unchecked: row.text(first + 1)),
      createdAt: Timestamp(milliseconds: row.integer(first + 2)))
    account.lastLoginAt = row.timestamp(first + 3)
    account.flags = row.integer(first + 4)
    account.appleAuthorizedAt = row.timestamp(first + 8)
    account.validSince = row.timestamp(first + 9)
    account.email = row.optionalText(first + 10)
    account.displayName = row.optionalText(first + 11)
    account.photoURL = row.optionalText(first + 12)
    account.phoneNumber = row.optionalText(first + 13)
    account.passwordHash = row.optionalText(first + 14)
    account.passwordUpdatedAt = row.timestamp(first + 15)
    account.customAttributes = row.optionalText(first + 16)
    account.initialEmail = row.optionalText(first + 17)
    account.deletesAt = row.timestamp(first + 18)
    if let extras = row.optionalText(first + 19) { account.extras = AccountExtras.decode(extras) }
    self.init(key: row.integer(first), account: account)
    newestSession = row.optionalInteger(first + 5).map(Session.ID.init(number:))
    newestEvent = row.optionalInteger(first + 6)
    newestGrant = row.optionalInteger(first + 7).map(Grant.ID.init(number:))
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
