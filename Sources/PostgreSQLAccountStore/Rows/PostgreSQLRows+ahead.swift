import Accounts
import BramleyPostgreSQL

/// Reading ahead: everything that a hot operation will look at, in its first round trip.
extension PostgreSQLRows {
  /// What a sign-in looks at: the spent proof, the identity's account with its lock, and numbers.
  mutating func readAhead(_ attempt: SignInAttempt) throws(StoreError) {
    // A link decides on two accounts, one after the other: it reads as it goes.
    guard attempt.link == nil, let credential = attempt.credential else { return }
    let key = attempt.identity.key
    let (spent, owner, numbers, exchange) = try run { (connection) throws(PostgreSQLError) in
      let spent = try connection.submit(Self.findOneTime, credential.key.bytes, credential.purpose.rawValue)
      let owner = try connection.submit(
        AccountQuery.identity, locks: true, key.provider.rawValue, key.issuer, key.team, key.subject)
      let numbers = try connection.submit(Self.draw)
      let exchange = attempt.exchange == nil ? nil : try connection.submit(Self.drawGrantAndJob)
      try connection.synchronize()
      return (spent, owner, numbers, exchange)
    }
    readAhead.oneTime[credential.key] = .some(
      connection.first(of: spent) { OneTimeRow(credential.purpose, credential.key, $0) })
    keepNumbers(numbers)
    if let drawn = exchange.flatMap({ connection.first(of: $0) { ($0.integer(0), $0.integer(1)) } }) {
      (grantNumber, jobNumber) = drawn
    }
    let found = try confirmed(connection.account(owner), has: key)
    if let found { locked.insert(found.key) } else { eventNumbers = [] }
    readAhead.owners[key] = .some(found)
  }

  /// What a rotation looks at: the session with its lock, and the account as it is then.
  mutating func readAhead(_ rotation: Rotation) throws(StoreError) {
    guard access == .writingSessions else { return }
    try readState(of: rotation.session, locks: true, ends: false)
  }

  /// Session and account in one round trip.
  ///
  /// - Parameter ends: Whether the transaction is over with it.
  mutating func readState(of id: Session.ID, locks: Bool, ends: Bool) throws(StoreError) {
    let (session, account) = try run { (connection) throws(PostgreSQLError) in
      let session = try connection.submit(locks ? Self.lockSession : Self.findSession, id.number)
      let account = try connection.submit(AccountQuery.session, locks: false, id.number)
      if ends { try connection.finish() } else { try connection.synchronize() }
      return (session, account)
    }
    let row = connection.first(of: session) { SessionRow($0) }
    readAhead.sessions[id] = .some(row)
    if let row { readAhead.accounts[row.accountKey] = .some(connection.account(account)) }
  }
}
