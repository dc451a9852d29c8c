import Accounts
import BramleySQLite

extension SQLiteRows {
  func withIdentities(_ row: AccountRow) throws(StoreError) -> AccountRow {
    var complete = row
    let email = row.account.email
    complete.account.identities = try run { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT s.provider,s.issuer,s.team,i.subject,i.flags,i.email,i.display_name,i.photo_url,
        i.screen_name,i.phone,i.first_client_id,i.real_user_status,i.first_authorized_at
        FROM identities i CROSS JOIN scopes s ON s.number=i.scope WHERE i.account=?
        """, row.key
      ) { Identity($0, accountEmail: email) }
    }
    // Here and not by SQLite, which would build a sorter for what is nearly always one row.
    if complete.account.identities.count > 1 {
      complete.account.identities.sort { $0.provider < $1.provider }
    }
    return complete
  }

  func insert(_ identity: Identity, account: Account, key: Int64) throws(StoreError) {
    let scope = try scope(of: identity.key)
    let sharesEmail = identity.email != nil && identity.email == account.email
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO identities(scope,subject,account,flags,email,display_name,photo_url,screen_name,phone,
        first_client_id,real_user_status,first_authorized_at) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)
        """, scope, identity.subject, key, identity.flags(sharesEmail: sharesEmail),
        sharesEmail ? nil : identity.email, identity.displayName, identity.photoURL, identity.screenName,
        identity.phoneNumber, identity.firstClientID, identity.realUserStatus,
        identity.firstAuthorizedAt?.milliseconds)
    }
  }

  /// Writes the identities that changed, and those whose shared address has to be written out.
  func updateIdentities(_ row: AccountRow, was old: AccountRow) throws(StoreError) {
    let isSame = row.account.email == old.account.email
    for identity in old.account.identities where !isSame || !row.account.identities.contains(identity) {
      let scope = try scope(of: identity.key)
      try run { (connection) throws(SQLiteError) in
        try connection.run("DELETE FROM identities WHERE scope=? AND subject=?", scope, identity.subject)
      }
    }
    for identity in row.account.identities where !isSame || !old.account.identities.contains(identity) {
      try insert(identity, account: row.account, key: row.key)
    }
  }

  /// The number of a provider's issuer and team; made when it is new.
  private func scope(of key: Identity.Key) throws(StoreError) -> Int64 {
    try run { (connection) throws(SQLiteError) in
      let known = try connection.first(
        "SELECT number FROM scopes WHERE provider=? AND issuer=? AND team=?", key.provider.rawValue,
        key.issuer, key.team
      ) { $0.integer(0) }
      if let known { return known }
      try connection.run(
        "INSERT INTO scopes(provider,issuer,team) VALUES(?,?,?)", key.provider.rawValue, key.issuer, key.team)
      return connection.lastInsertedRow
    }
  }
}
