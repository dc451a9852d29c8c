package import Accounts
import BramleySQLite

extension SQLiteRows {
  package func account(_ id: Account.ID) throws(StoreError) -> AccountRow? {
    try found { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT id,uid,created_at,last_login_at,flags,newest_session,newest_event,newest_grant,
        apple_authorized_at,valid_since,email,display_name,photo_url,phone,password_hash,
        password_updated_at,custom_attributes,initial_email,deletes_at,extras FROM accounts WHERE uid=?
        """, id.text
      ) { AccountRow($0) }
    }
  }

  package func account(key: Int64) throws(StoreError) -> AccountRow? {
    try found { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT id,uid,created_at,last_login_at,flags,newest_session,newest_event,newest_grant,
        apple_authorized_at,valid_since,email,display_name,photo_url,phone,password_hash,
        password_updated_at,custom_attributes,initial_email,deletes_at,extras FROM accounts WHERE id=?
        """, key
      ) { AccountRow($0) }
    }
  }

  package func account(email: String) throws(StoreError) -> AccountRow? {
    try found { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT id,uid,created_at,last_login_at,flags,newest_session,newest_event,newest_grant,
        apple_authorized_at,valid_since,email,display_name,photo_url,phone,password_hash,
        password_updated_at,custom_attributes,initial_email,deletes_at,extras FROM accounts
        WHERE email=? ORDER BY id LIMIT 1
        """, email
      ) { AccountRow($0) }
    }
  }

  package func account(phone: String) throws(StoreError) -> AccountRow? {
    try found { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT id,uid,created_at,last_login_at,flags,newest_session,newest_event,newest_grant,
        apple_authorized_at,valid_since,email,display_name,photo_url,phone,password_hash,
        password_updated_at,custom_attributes,initial_email,deletes_at,extras FROM accounts WHERE phone=?
        """, phone
      ) { AccountRow($0) }
    }
  }

  package func account(identity: Identity.Key) throws(StoreError) -> AccountRow? {
    try found { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT a.id,uid,created_at,last_login_at,a.flags,newest_session,newest_event,newest_grant,
        apple_authorized_at,valid_since,a.email,a.display_name,a.photo_url,a.phone,password_hash,
        password_updated_at,custom_attributes,initial_email,deletes_at,extras
        FROM scopes s CROSS JOIN identities i ON i.scope=s.number AND i.subject=?4
        CROSS JOIN accounts a ON a.id=i.account WHERE s.provider=?1 AND s.issuer=?2 AND s.team=?3
        """, identity.provider.rawValue, identity.issuer, identity.team, identity.subject
      ) { AccountRow($0) }
    }
  }

  package func account(provider: ProviderID, subject: String) throws(StoreError) -> AccountRow? {
    try found { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT a.id,uid,created_at,last_login_at,a.flags,newest_session,newest_event,newest_grant,
        apple_authorized_at,valid_since,a.email,a.display_name,a.photo_url,a.phone,password_hash,
        password_updated_at,custom_attributes,initial_email,deletes_at,extras
        FROM scopes s CROSS JOIN identities i ON i.scope=s.number AND i.subject=?2
        CROSS JOIN accounts a ON a.id=i.account WHERE s.provider=?1 ORDER BY a.id LIMIT 1
        """, provider.rawValue, subject
      ) { AccountRow($0) }
    }
  }

  package func accounts(after: Account.ID?, limit: Int) throws(StoreError) -> [AccountRow] {
    let rows = try run { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT id,uid,created_at,last_login_at,flags,newest_session,newest_event,newest_grant,
        apple_authorized_at,valid_since,email,display_name,photo_url,phone,password_hash,
        password_updated_at,custom_attributes,initial_email,deletes_at,extras FROM accounts
        WHERE uid>? ORDER BY uid LIMIT ?
        """, after?.text ?? "", limit
      ) { AccountRow($0) }
    }
    var complete: [AccountRow] = []
    complete.reserveCapacity(rows.count)
    for row in rows { complete.append(try withIdentities(row)) }
    return complete
  }

  package func accountCount() throws(StoreError) -> Int {
    try run { (connection) throws(SQLiteError) in
      try connection.first("SELECT count(*) FROM accounts") { Int($0.integer(0)) } ?? 0
    }
  }

  package func insert(_ account: Account) throws(StoreError) -> AccountRow {
    let extras = try AccountExtras.encode(account.extras)
    let key = try run { (connection) throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO accounts(uid,created_at,last_login_at,flags,apple_authorized_at,valid_since,email,
        display_name,photo_url,phone,password_hash,password_updated_at,custom_attributes,initial_email,
        deletes_at,extras) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
        """, account.id.text, account.createdAt.milliseconds, account.lastLoginAt?.milliseconds,
        account.flags, account.appleAuthorizedAt?.milliseconds, account.validSince?.milliseconds,
        account.email, account.displayName, account.photoURL, account.phoneNumber, account.passwordHash,
        account.passwordUpdatedAt?.milliseconds, account.customAttributes, account.initialEmail,
        account.deletesAt?.milliseconds, extras)
      return connection.lastInsertedRow
    }
    for identity in account.identities { try insert(identity, account: account, key: key) }
    return AccountRow(key: key, account: account)
  }

  package func update(_ row: AccountRow, was old: AccountRow) throws(StoreError) {
    let account = row.account
    if account.differsOnlyBySignIn(from: old.account) {
      try run { (connection) throws(SQLiteError) in
        // Columns without an index only: naming the others would rewrite their entries.
        try connection.run(
          """
          UPDATE accounts SET last_login_at=?,newest_session=?,newest_event=?,newest_grant=?,
          apple_authorized_at=? WHERE id=?
          """, account.lastLoginAt?.milliseconds, row.newestSession?.number, row.newestEvent,
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
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        """
        UPDATE accounts SET last_login_at=?,newest_session=?,newest_event=?,newest_grant=?,
        apple_authorized_at=?,created_at=?,flags=?,valid_since=?,email=?,display_name=?,photo_url=?,phone=?,
        password_hash=?,password_updated_at=?,custom_attributes=?,initial_email=?,deletes_at=?,extras=?
        WHERE id=?
        """, account.lastLoginAt?.milliseconds, row.newestSession?.number, row.newestEvent,
        row.newestGrant?.number, account.appleAuthorizedAt?.milliseconds, account.createdAt.milliseconds,
        account.flags, account.validSince?.milliseconds, account.email, account.displayName,
        account.photoURL, account.phoneNumber, account.passwordHash,
        account.passwordUpdatedAt?.milliseconds, account.customAttributes, account.initialEmail,
        account.deletesAt?.milliseconds, extras, row.key)
    }
  }

  package func erase(_ row: AccountRow, digest: [UInt8], cause: String, at now: Timestamp) throws(StoreError)
  {
    try run { (connection) throws(SQLiteError) in
      try connection.run("DELETE FROM accounts WHERE id=?", row.key)
      try connection.run("DELETE FROM consents WHERE account=?", row.key)
      try connection.run(
        "INSERT INTO tombstones(account,digest,cause,at) VALUES(?,?,?,?)", row.key, digest, cause,
        now.milliseconds)
    }
    // The chain, newest first: what is left of the audit keeps no address.
    var next = row.newestEvent
    while let id = next {
      next = try run { (connection) throws(SQLiteError) in
        try connection.run("UPDATE events SET address=NULL WHERE id=? AND address IS NOT NULL", id)
        return try connection.first("SELECT previous FROM events WHERE id=?", id) {
          $0.optionalInteger(0)
        } ?? nil
      }
    }
  }

  package func removeTombstones(before: Timestamp, limit: Int) throws(StoreError) -> Int {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        """
        DELETE FROM tombstones WHERE account IN
        (SELECT account FROM tombstones WHERE at<? ORDER BY at LIMIT ?)
        """, before.milliseconds, limit)
    }
  }

  package func eraseEverything() throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.execute(
        """
        DELETE FROM accounts; DELETE FROM identities; DELETE FROM sessions; DELETE FROM events;
        DELETE FROM grants; DELETE FROM one_time; DELETE FROM jobs; DELETE FROM consents;
        DELETE FROM tombstones; DELETE FROM leases;
        """)
    }
  }

  private func found(_ query: (Connection) throws(SQLiteError) -> AccountRow?) throws(StoreError)
    -> AccountRow?
  {
    guard let row = try run(query) else { return nil }
    return try withIdentities(row)
  }
}
