package import Accounts
import BramleyPostgreSQL

/// Finding accounts.
extension PostgreSQLRows {
  package mutating func account(_ id: Account.ID) throws(StoreError) -> AccountRow? {
    try find(.uid, id.text)
  }

  package mutating func account(key: Int64) throws(StoreError) -> AccountRow? {
    if let ahead = readAhead.accounts.removeValue(forKey: key) { return ahead }
    return try find(.key, key)
  }

  /// Whoever is about to give the address away waits here for others who are: the address has no unique
  /// index, since an operator may allow several accounts for one.
  package mutating func account(email: String) throws(StoreError) -> AccountRow? {
    if locks { try run { (connection) throws(PostgreSQLError) in try connection.run(Self.lockEmail, email) } }
    return try find(.email, email)
  }

  package mutating func account(phone: String) throws(StoreError) -> AccountRow? { try find(.phone, phone) }

  package mutating func account(identity: Identity.Key) throws(StoreError) -> AccountRow? {
    if let ahead = readAhead.owners.removeValue(forKey: identity) { return ahead }
    let found = try find(
      .identity, identity.provider.rawValue, identity.issuer, identity.team, identity.subject)
    return try confirmed(found, has: identity)
  }

  package mutating func account(provider: ProviderID, subject: String) throws(StoreError) -> AccountRow? {
    try find(.subject, provider.rawValue, subject)
  }

  /// The identity may have gone to another account while this transaction waited for the row.
  func confirmed(_ found: AccountRow?, has identity: Identity.Key) throws(StoreError) -> AccountRow? {
    if locks, let found, found.account.identity(of: identity.provider)?.key != identity {
      throw StoreError(connection.conflict())
    }
    return found
  }

  package func accounts(after: Account.ID?, limit: Int) throws(StoreError) -> [AccountRow] {
    try run { (connection) throws(PostgreSQLError) in
      var rows = try connection.all(AccountQuery.page, after?.text ?? "", limit) { AccountRow($0) }
      var tickets: [Ticket] = []
      for row in rows { tickets.append(try connection.submit(AccountQuery.key.identities, row.key)) }
      try connection.synchronize()
      for (index, ticket) in tickets.enumerated() {
        rows[index].account.identities = connection.identities(of: ticket, email: rows[index].account.email)
      }
      return rows
    }
  }

  package func accountCount() throws(StoreError) -> Int {
    try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.count) { Int($0.integer(0)) } ?? 0
    }
  }

  // MARK: One look-up, one round trip

  private mutating func find<each Value: PostgreSQLValue>(
    _ query: AccountQuery, _ values: repeat each Value
  ) throws(StoreError) -> AccountRow? {
    let locks = locks
    let (pending, numbers) = try run { (connection) throws(PostgreSQLError) in
      let pending = try connection.submit(query, locks: locks, repeat each values)
      // Behind the lock: the numbers are above all that the account's audit has.
      let numbers = locks ? try connection.submit(Self.draw) : nil
      try connection.synchronize()
      return (pending, numbers)
    }
    if let numbers { keepNumbers(numbers) }
    let found = connection.account(pending)
    if locks, let found { locked.insert(found.key) }
    return found
  }

  mutating func keepNumbers(_ ticket: Ticket) {
    let drawn = connection.first(of: ticket) { ($0.integer(0), $0.integer(1), $0.integer(2)) }
    guard let drawn else { return }
    eventNumbers = [drawn.0, drawn.1]
    accountNumber = drawn.2
  }

  static let draw = Statement(
    "SELECT nextval('events_id_seq'),nextval('events_id_seq'),nextval('accounts_id_seq')")
  static let lockEmail = Statement("SELECT pg_advisory_xact_lock(720691801,hashtext($1))")
  private static let count = Statement("SELECT count(*) FROM accounts")
}

/// The two answers that make an account.
struct PendingAccount {
  let row: Ticket
  let identities: Ticket
}

extension Connection {
  func submit<each Value: PostgreSQLValue>(
    _ query: AccountQuery, locks: Bool, _ values: repeat each Value
  ) throws(PostgreSQLError) -> PendingAccount {
    PendingAccount(
      row: try submit(locks ? query.lockedRow : query.row, repeat each values),
      identities: try submit(query.identities, repeat each values))
  }

  func account(_ pending: PendingAccount) -> AccountRow? {
    guard var found = first(of: pending.row, read: { AccountRow($0) }) else { return nil }
    found.account.identities = identities(of: pending.identities, email: found.account.email)
    return found
  }

  func identities(of ticket: Ticket, email: String?) -> [Identity] {
    all(of: ticket) { Identity($0, accountEmail: email) }
  }
}
