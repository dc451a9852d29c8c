package import Accounts
import BramleySQLite

/// Grants and the jobs that work on them.
extension SQLiteRows {
  package func grant(_ id: Grant.ID) throws(StoreError) -> GrantRow? {
    try run { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT g.id,g.account,g.previous,g.job,g.state,g.subject,g.client_id,g.code_hash,g.authorized_at,
        g.sealed_token,g.checked_at,a.uid FROM grants g LEFT JOIN accounts a ON a.id=g.account WHERE g.id=?
        """, id.number
      ) { GrantRow($0) }
    }
  }

  package func insert(_ grant: Grant, account: AccountRow) throws(StoreError) -> GrantRow {
    let id = try run { (connection) throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO grants(account,previous,state,subject,client_id,code_hash,authorized_at,sealed_token,
        checked_at) VALUES(?,?,?,?,?,?,?,?,?)
        """, account.key, account.newestGrant?.number, grant.state.rawValue, grant.subject, grant.clientID,
        grant.codeHash, grant.authorizedAt.milliseconds, grant.sealedToken, grant.checkedAt?.milliseconds)
      return connection.lastInsertedRow
    }
    let numbered = Grant(
      id: Grant.ID(number: id), account: grant.account, subject: grant.subject, clientID: grant.clientID,
      codeHash: grant.codeHash, authorizedAt: grant.authorizedAt, state: grant.state,
      sealedToken: grant.sealedToken, checkedAt: grant.checkedAt)
    return GrantRow(grant: numbered, accountKey: account.key, previous: account.newestGrant)
  }

  package func update(_ row: GrantRow) throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        "UPDATE grants SET previous=?,job=?,state=?,sealed_token=?,checked_at=? WHERE id=?",
        row.previous?.number, row.job?.number, row.grant.state.rawValue, row.grant.sealedToken,
        row.grant.checkedAt?.milliseconds, row.grant.id.number)
    }
  }

  package func removeGrant(_ id: Grant.ID) throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.run("DELETE FROM grants WHERE id=?", id.number)
    }
  }

  package func grants(after: Grant.ID, limit: Int) throws(StoreError) -> [GrantRow] {
    try run { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT g.id,g.account,g.previous,g.job,g.state,g.subject,g.client_id,g.code_hash,g.authorized_at,
        g.sealed_token,g.checked_at,a.uid FROM grants g LEFT JOIN accounts a ON a.id=g.account
        WHERE g.id>? ORDER BY g.id LIMIT ?
        """, after.number, limit
      ) { GrantRow($0) }
    }
  }

  package func removeGrants(of row: AccountRow) throws(StoreError) {
    var next = row.newestGrant
    while let id = next {
      next = try grant(id)?.previous
      try removeGrant(id)
    }
  }

  package func grants(checkedBefore: Timestamp, limit: Int) throws(StoreError) -> [(GrantRow, AccountRow)] {
    let grants = try run { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT g.id,g.account,g.previous,g.job,g.state,g.subject,g.client_id,g.code_hash,g.authorized_at,
        g.sealed_token,g.checked_at,a.uid FROM grants g LEFT JOIN accounts a ON a.id=g.account
        WHERE g.state=2 AND g.checked_at<? ORDER BY g.checked_at LIMIT ?
        """, checkedBefore.milliseconds, limit
      ) { GrantRow($0) }
    }
    var found: [(GrantRow, AccountRow)] = []
    for grant in grants {
      if let account = try account(key: grant.accountKey) { found.append((grant, account)) }
    }
    return found
  }

  package func insert(_ draft: JobDraft, at now: Timestamp) throws(StoreError) -> Job.ID {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO jobs(kind,grant_id,subject,client_id,sealed,authorized_at,created_at,due_at,attempts)
        VALUES(?,?,?,?,?,?,?,?,0)
        """, draft.kind.rawValue, draft.grant?.number, draft.subject, draft.clientID, draft.sealed,
        draft.authorizedAt.milliseconds, now.milliseconds, draft.dueAt.milliseconds)
      return Job.ID(number: connection.lastInsertedRow)
    }
  }

  package func job(_ id: Job.ID) throws(StoreError) -> Job? {
    try run { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT id,kind,grant_id,subject,client_id,sealed,authorized_at,created_at,due_at,attempts,
        last_failure FROM jobs WHERE id=?
        """, id.number
      ) { Job($0) }
    } ?? nil
  }

  package func dueJobs(at now: Timestamp, limit: Int) throws(StoreError) -> [Job] {
    try run { (connection) throws(SQLiteError) in
      try connection.all(
        """
        SELECT id,kind,grant_id,subject,client_id,sealed,authorized_at,created_at,due_at,attempts,
        last_failure FROM jobs WHERE due_at<=? ORDER BY due_at,id LIMIT ?
        """, now.milliseconds, limit
      ) { Job($0) }
    }.compactMap { $0 }
  }

  package func update(_ job: Job) throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.run(
        "UPDATE jobs SET kind=?,sealed=?,created_at=?,due_at=?,attempts=?,last_failure=? WHERE id=?",
        job.draft.kind.rawValue, job.draft.sealed, job.createdAt.milliseconds, job.dueAt.milliseconds,
        job.attempts, job.lastFailure, job.id.number)
    }
  }

  package func removeJob(_ id: Job.ID) throws(StoreError) {
    try run { (connection) throws(SQLiteError) in
      try connection.run("DELETE FROM jobs WHERE id=?", id.number)
    }
  }

  package func nextJob() throws(StoreError) -> Timestamp? {
    try run { (connection) throws(SQLiteError) in
      try connection.first("SELECT min(due_at) FROM jobs") { $0.timestamp(0) }
    } ?? nil
  }

  package func jobBacklog(limit: Int) throws(StoreError) -> JobBacklog {
    try run { (connection) throws(SQLiteError) in
      try connection.first(
        """
        SELECT (SELECT count(*) FROM (SELECT 1 FROM jobs LIMIT ?)),
        (SELECT created_at FROM jobs ORDER BY id LIMIT 1)
        """, limit
      ) { JobBacklog(count: Int($0.integer(0)), oldest: $0.timestamp(1)) }
    } ?? JobBacklog(count: 0, oldest: nil)
  }
}
