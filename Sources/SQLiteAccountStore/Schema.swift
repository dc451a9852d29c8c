import BramleySQLite

/// The schema, numbered; a released step is never changed.
///
/// What rules it is the number of pages that a sign-in writes. Keys grow with time, so that inserts share
/// pages: accounts, audit and grants count up, sessions and one-time rows begin with the time. Sessions,
/// audit and grants hang on their account in chains instead of indexes. An address stands once: an identity
/// keeps its own only where it differs from the account's. Numbers that outlive their row elsewhere are
/// AUTOINCREMENT, or a deleted account's sessions would come back on the next one.
enum Schema {
  static let migrator = Migrator([first, second, third])

  private static let first = Migration(
    number: 1,
    sql: """
      CREATE TABLE accounts(
        id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL, created_at INTEGER NOT NULL,
        last_login_at INTEGER, flags INTEGER NOT NULL, newest_session INTEGER, newest_event INTEGER,
        newest_grant INTEGER, apple_authorized_at INTEGER, valid_since INTEGER, email TEXT,
        display_name TEXT, photo_url TEXT, phone TEXT, password_hash TEXT, password_updated_at INTEGER,
        custom_attributes TEXT, initial_email TEXT, deletes_at INTEGER, extras TEXT);
      CREATE UNIQUE INDEX accounts_uid ON accounts(uid);
      CREATE INDEX accounts_email ON accounts(email) WHERE email IS NOT NULL;
      CREATE UNIQUE INDEX accounts_phone ON accounts(phone) WHERE phone IS NOT NULL;
      CREATE INDEX accounts_due ON accounts(deletes_at) WHERE deletes_at IS NOT NULL;
      CREATE INDEX accounts_anonymous ON accounts(id) WHERE (flags & 32) <> 0;

      CREATE TABLE scopes(
        number INTEGER PRIMARY KEY, provider TEXT NOT NULL, issuer TEXT NOT NULL, team TEXT NOT NULL,
        UNIQUE(provider, issuer, team));
      CREATE TABLE identities(
        scope INTEGER NOT NULL, subject TEXT NOT NULL,
        account INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE, flags INTEGER NOT NULL,
        email TEXT, display_name TEXT, photo_url TEXT, screen_name TEXT, phone TEXT, first_client_id TEXT,
        real_user_status INTEGER, first_authorized_at INTEGER,
        PRIMARY KEY(scope, subject)) WITHOUT ROWID;
      CREATE INDEX identities_account ON identities(account);

      CREATE TABLE sessions(
        id INTEGER PRIMARY KEY, account INTEGER NOT NULL, previous INTEGER, generation INTEGER NOT NULL,
        created_at INTEGER NOT NULL, auth_time INTEGER NOT NULL, last_used_at INTEGER NOT NULL,
        rotated_at INTEGER NOT NULL, successor_used_at INTEGER, ended_at INTEGER, end_reason INTEGER,
        provider TEXT NOT NULL, client_id TEXT, user_agent TEXT, address TEXT, custom_claims TEXT);

      CREATE TABLE events(
        id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, previous INTEGER,
        at INTEGER NOT NULL, kind INTEGER NOT NULL, session INTEGER, detail TEXT, address TEXT);

      CREATE TABLE grants(
        id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, previous INTEGER, job INTEGER,
        state INTEGER NOT NULL, subject TEXT NOT NULL, client_id TEXT NOT NULL, code_hash BLOB NOT NULL,
        authorized_at INTEGER NOT NULL, sealed_token BLOB, checked_at INTEGER);
      CREATE INDEX grants_checked ON grants(checked_at) WHERE state = 2;

      CREATE TABLE one_time(
        key BLOB NOT NULL, purpose INTEGER NOT NULL, payload BLOB, account INTEGER, request BLOB, at INTEGER,
        PRIMARY KEY(key, purpose)) WITHOUT ROWID;

      CREATE TABLE jobs(
        id INTEGER PRIMARY KEY AUTOINCREMENT, kind INTEGER NOT NULL, grant_id INTEGER, subject TEXT NOT NULL,
        client_id TEXT NOT NULL, sealed BLOB NOT NULL, authorized_at INTEGER NOT NULL,
        created_at INTEGER NOT NULL, due_at INTEGER NOT NULL, attempts INTEGER NOT NULL, last_failure TEXT);
      CREATE INDEX jobs_due ON jobs(due_at);

      CREATE TABLE consents(
        id INTEGER PRIMARY KEY, account INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
        version TEXT NOT NULL, text TEXT NOT NULL, locale TEXT NOT NULL);
      CREATE INDEX consents_account ON consents(account);

      CREATE TABLE tombstones(
        account INTEGER PRIMARY KEY, digest BLOB NOT NULL, cause TEXT NOT NULL, at INTEGER NOT NULL);
      CREATE TABLE settings(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
      """,
    tables: [
      "accounts", "scopes", "identities", "sessions", "events", "grants", "one_time", "jobs", "consents",
      "tombstones", "settings",
    ])

  /// Leases of limits, keyed like one-time rows; sweeping tombstones by their age.
  private static let second = Migration(
    number: 2, compatibleFrom: 1,
    sql: """
      CREATE TABLE leases(key BLOB NOT NULL PRIMARY KEY, taken INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX tombstones_at ON tombstones(at);
      """,
    tables: ["leases"])

  /// Identities lie by their account and not by their subject, which has no order: reading an account with its
  /// identities, and so every page of a list, touches one page less, and the index is the narrower of the two.
  private static let third = Migration(
    number: 3,
    sql: """
      CREATE TABLE identities_by_account(
        account INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE, scope INTEGER NOT NULL,
        subject TEXT NOT NULL, flags INTEGER NOT NULL, email TEXT, display_name TEXT, photo_url TEXT,
        screen_name TEXT, phone TEXT, first_client_id TEXT, real_user_status INTEGER,
        first_authorized_at INTEGER, PRIMARY KEY(account, scope, subject)) WITHOUT ROWID;
      INSERT INTO identities_by_account(account, scope, subject, flags, email, display_name, photo_url,
        screen_name, phone, first_client_id, real_user_status, first_authorized_at)
        SELECT account, scope, subject, flags, email, display_name, photo_url, screen_name, phone,
        first_client_id, real_user_status, first_authorized_at FROM identities
        ORDER BY account, scope, subject;
      DROP TABLE identities;
      ALTER TABLE identities_by_account RENAME TO identities;
      CREATE UNIQUE INDEX identities_subject ON identities(scope, subject);
      """,
    tables: ["identities"])
}
