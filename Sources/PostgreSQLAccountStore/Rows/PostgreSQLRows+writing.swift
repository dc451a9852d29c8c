package import Accounts
import BramleyPostgreSQL

/// Writing accounts and identities.
extension PostgreSQLRows {
  package mutating func insert(_ account: Account) throws(StoreError) -> AccountRow {
    let extras = try AccountExtras.encode(account.extras)
    let key = try nextAccountNumber()
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.insertAccount, key, account.id.text, account.createdAt.milliseconds,
        account.lastLoginAt?.milliseconds, account.flags, account.appleAuthorizedAt?.milliseconds,
        account.validSince?.milliseconds, account.email, account.displayName, account.photoURL,
        account.phoneNumber, account.passwordHash, account.passwordUpdatedAt?.milliseconds,
        account.customAttributes, account.initialEmail, account.deletesAt?.milliseconds, extras)
    }
    locked.insert(key)
    for identity in account.identities { try insert(identity, account: account, key: key) }
    return AccountRow(key: key, account: account)
  }

  private mutating func nextAccountNumber() throws(StoreError) -> Int64 {
    if let number = accountNumber {
      accountNumber = nil
      return number
    }
    let ticket = try run { (connection) throws(PostgreSQLError) in
      let ticket = try connection.submit(Self.draw)
      try connection.synchronize()
      return ticket
    }
    keepNumbers(ticket)
    defer { accountNumber = nil }
    guard let number = accountNumber else { throw StoreError(.unexpected, "No number was drawn.") }
    return number
  }

  package mutating func update(_ row: AccountRow, was old: AccountRow) throws(StoreError) {
    guard locked.contains(row.key) else {
      // Written on what was read without a lock, the chains could lose a link: run again with locks.
      memory.lockAccounts()
      throw StoreError(connection.conflict())
    }
    let account = row.account
    if account.differsOnlyBySignIn(from: old.account) {
      try run { (connection) throws(PostgreSQLError) in
        // Columns without an index only: the new version then needs no entries of its own.
        try connection.run(
          Self.updateHot, account.lastLoginAt?.milliseconds, row.newestSession?.number, row.newestEvent,
          row.newestGrant?.number, account.appleAuthorizedAt?.milliseconds, row.key)
      }
    } else {
      try updateWhole(row)
    }
    guard account.identities != old.account.identities || account.email != old.account.email else { return }
    try updateIdentities(row, was: old)
  }

  private func updateWhole(_ row: AccountRow) throws(StoreError) {
    let account = row.account
    let extras = try AccountExtras.encode(account.extras)
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.updateAll, account.lastLoginAt?.milliseconds, row.newestSession?.number, row.newestEvent,
        row.newestGrant?.number, account.appleAuthorizedAt?.milliseconds, account.createdAt.milliseconds,
        account.flags, account.validSince?.milliseconds, account.email, account.displayName,
        account.photoURL, account.phoneNumber, account.passwordHash,
        account.passwordUpdatedAt?.milliseconds, account.customAttributes, account.initialEmail,
        account.deletesAt?.milliseconds, extras, row.key)
    }
  }

  private mutating func insert(_ identity: Identity, account: Account, key: Int64) throws(StoreError) {
    let scope = try scope(of: identity.key)
    let sharesEmail = identity.email != nil && identity.email == account.email
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.insertIdentity, scope, identity.subject, key, identity.flags(sharesEmail: sharesEmail),
        sharesEmail ? nil : identity.email, identity.displayName, identity.photoURL, identity.screenName,
        identity.phoneNumber, identity.firstClientID, identity.realUserStatus,
        identity.firstAuthorizedAt?.milliseconds)
    }
  }

  /// Writes the identities that changed, and those whose shared address has to be written out.
  private mutating func updateIdentities(_ row: AccountRow, was old: AccountRow) throws(StoreError) {
    let isSame = row.account.email == old.account.email
    for identity in old.account.identities where !isSame || !row.account.identities.contains(identity) {
      let scope = try scope(of: identity.key)
      try run { (connection) throws(PostgreSQLError) in
        try connection.run(Self.deleteIdentity, scope, identity.subject)
      }
    }
    for identity in row.account.identities where !isSame || !old.account.identities.contains(identity) {
      try insert(identity, account: row.account, key: row.key)
    }
  }

  /// The number of a provider's issuer and team; made when it is new.
  private mutating func scope(of key: Identity.Key) throws(StoreError) -> Int64 {
    let scope = ScopeKey(provider: key.provider.rawValue, issuer: key.issuer, team: key.team)
    if let known = scopes.number(of: scope) { return known }
    let found = try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.findScope, scope.provider, scope.issuer, scope.team) { $0.integer(0) }
    }
    if let found {
      if !madeScopes.contains(found) { scopes.keep(found, of: scope) }
      return found
    }
    // A process that makes it at the same time wins or loses by the unique key.
    let made = try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.insertScope, scope.provider, scope.issuer, scope.team) { $0.integer(0) }
    }
    guard let made else { throw StoreError(.unexpected, "No scope was made.") }
    madeScopes.insert(made)
    return made
  }

  package func erase(_ row: AccountRow, digest: [UInt8], cause: String, at now: Timestamp) throws(StoreError)
  {
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(Self.deleteAccount, row.key)
      try connection.run(Self.deleteIdentities, row.key)
      try connection.run(Self.deleteConsents, row.key)
      try connection.run(Self.insertTombstone, row.key, digest, cause, now.milliseconds)
      // The row's end of the chain may be older than the last event, which holds no address.
      try connection.run(Self.anonymizeEvents, row.newestEvent)
    }
  }

  package func removeTombstones(before: Timestamp, limit: Int) throws(StoreError) -> Int {
    try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.deleteTombstones, before.milliseconds, limit) { Int($0.integer(0)) } ?? 0
    }
  }

  package func eraseEverything() throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in
      for statement in Self.eraseAll { try connection.run(statement) }
    }
  }
}

extension PostgreSQLRows {
  fileprivate static let insertAccount = Statement(
    """
    INSERT INTO accounts(id,uid,created_at,last_login_at,flags,apple_authorized_at,valid_since,email,
    display_name,photo_url,phone,password_hash,password_updated_at,custom_attributes,initial_email,
    deletes_at,extras) VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)
    """)
  fileprivate static let updateHot = Statement(
    """
    UPDATE accounts SET last_login_at=$1,newest_session=$2,newest_event=$3,newest_grant=$4,
    apple_authorized_at=$5 WHERE id=$6
    """)
  fileprivate static let updateAll = Statement(
    """
    UPDATE accounts SET last_login_at=$1,newest_session=$2,newest_event=$3,newest_grant=$4,
    apple_authorized_at=$5,created_at=$6,flags=$7,valid_since=$8,email=$9,display_name=$10,photo_url=$11,
    phone=$12,password_hash=$13,password_updated_at=$14,custom_attributes=$15,initial_email=$16,
    deletes_at=$17,extras=$18 WHERE id=$19
    """)
  fileprivate static let insertIdentity = Statement(
    """
    INSERT INTO identities(scope,subject,account,flags,email,display_name,photo_url,screen_name,phone,
    first_client_id,real_user_status,first_authorized_at) VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)
    """)
  fileprivate static let deleteIdentity = Statement("DELETE FROM identities WHERE scope=$1 AND subject=$2")
  fileprivate static let findScope = Statement(
    "SELECT number FROM scopes WHERE provider=$1 AND issuer=$2 AND team=$3")
  fileprivate static let insertScope = Statement(
    "INSERT INTO scopes(provider,issuer,team) VALUES($1,$2,$3) RETURNING number")
  fileprivate static let deleteAccount = Statement("DELETE FROM accounts WHERE id=$1")
  fileprivate static let deleteIdentities = Statement("DELETE FROM identities WHERE account=$1")
  fileprivate static let deleteConsents = Statement("DELETE FROM consents WHERE account=$1")
  fileprivate static let insertTombstone = Statement(
    "INSERT INTO tombstones(account,digest,cause,at) VALUES($1,$2,$3,$4)")
  fileprivate static let deleteTombstones = Statement(
    """
    WITH gone AS (DELETE FROM tombstones WHERE account=ANY(ARRAY(
    SELECT account FROM tombstones WHERE at<$1 ORDER BY at LIMIT $2)) RETURNING 1) SELECT count(*) FROM gone
    """)
  fileprivate static let anonymizeEvents = Statement(
    """
    WITH RECURSIVE chain(id,previous) AS (
      SELECT id,previous FROM events WHERE id=$1
      UNION ALL SELECT e.id,e.previous FROM chain c JOIN events e ON e.id=c.previous)
    UPDATE events SET address=NULL WHERE address IS NOT NULL AND id IN (SELECT id FROM chain)
    """)
  fileprivate static let eraseAll =
    [
      "LOCK TABLE accounts IN EXCLUSIVE MODE", "DELETE FROM accounts", "DELETE FROM identities",
      "DELETE FROM sessions", "DELETE FROM events", "DELETE FROM grants", "DELETE FROM one_time",
      "DELETE FROM jobs", "DELETE FROM consents", "DELETE FROM tombstones", "DELETE FROM leases",
    ].map { Statement($0) }
}
