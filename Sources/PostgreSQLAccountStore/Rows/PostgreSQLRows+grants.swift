package import Accounts
import BramleyPostgreSQL

extension PostgreSQLRows {
  package func grant(_ id: Grant.ID) throws(StoreError) -> GrantRow? {
    let statement = access == .reading ? Self.findGrant : Self.lockGrant
    return try run { (connection) throws(PostgreSQLError) in
      try connection.first(statement, id.number) { GrantRow($0) }
    }
  }

  package mutating func insert(_ grant: Grant, account: AccountRow) throws(StoreError) -> GrantRow {
    if grantNumber == nil {
      grantNumber = try run { (connection) throws(PostgreSQLError) in
        try connection.first(Self.drawGrant) { $0.integer(0) }
      }
    }
    guard let id = grantNumber else { throw StoreError(.unexpected, "No number was drawn.") }
    grantNumber = nil
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.insertGrant, id, account.key, account.newestGrant?.number, grant.state.rawValue, grant.subject,
        grant.clientID, grant.codeHash, grant.authorizedAt.milliseconds, grant.sealedToken,
        grant.checkedAt?.milliseconds)
    }
    let numbered = Grant(
      id: Grant.ID(number: id), account: grant.account, subject: grant.subject, clientID: grant.clientID,
      codeHash: grant.codeHash, authorizedAt: grant.authorizedAt, state: grant.state,
      sealedToken: grant.sealedToken, checkedAt: grant.checkedAt)
    return GrantRow(grant: numbered, accountKey: account.key, previous: account.newestGrant)
  }

  package func update(_ row: GrantRow) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.updateGrant, row.job?.number, row.grant.state.rawValue, row.grant.sealedToken,
        row.grant.checkedAt?.milliseconds, row.previous?.number, row.grant.id.number)
    }
  }

  package func removeGrants(of row: AccountRow) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(Self.deleteGrants, row.newestGrant?.number)
    }
  }

  package func removeGrant(_ id: Grant.ID) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in try connection.run(Self.deleteGrant, id.number) }
  }

  /// Not locked: the sweep reads the chain again behind the account's lock.
  package func grants(after: Grant.ID, limit: Int) throws(StoreError) -> [GrantRow] {
    try run { (connection) throws(PostgreSQLError) in
      try connection.all(Self.grantPage, after.number, limit) { GrantRow($0) }
    }
  }

  package func grantChain(of row: AccountRow, limit: Int) throws(StoreError) -> [GrantRow] {
    guard let newest = row.newestGrant else { return [] }
    let statement = access == .reading ? Self.grantChain : Self.lockedGrantChain
    return try run { (connection) throws(PostgreSQLError) in
      try connection.all(statement, newest.number, limit) { GrantRow($0) }
    }
  }

  /// Locks each account before its grant and looks at the grant again, since it may have ended meanwhile;
  /// an account that another process is at is left to the next time.
  package mutating func grants(checkedBefore: Timestamp, limit: Int) throws(StoreError) -> [(
    GrantRow, AccountRow
  )] {
    let owners = try run { (connection) throws(PostgreSQLError) in
      try connection.all(Self.lockChecked, checkedBefore.milliseconds, limit) {
        ($0.integer(0), Grant.ID(number: $0.integer(1)))
      }
    }
    var found: [(GrantRow, AccountRow)] = []
    for (account, id) in owners {
      guard let row = try grant(id), row.grant.state == .kept, let checked = row.grant.checkedAt,
        checked < checkedBefore, let owner = try self.account(key: account)
      else { continue }
      found.append((row, owner))
    }
    return found
  }

  // MARK: Jobs

  package mutating func insert(_ draft: JobDraft, at now: Timestamp) throws(StoreError) -> Job.ID {
    if jobNumber == nil {
      jobNumber = try run { (connection) throws(PostgreSQLError) in
        try connection.first(Self.drawJob) { $0.integer(0) }
      }
    }
    guard let id = jobNumber else { throw StoreError(.unexpected, "No number was drawn.") }
    jobNumber = nil
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.insertJob, id, draft.kind.rawValue, draft.grant?.number, draft.subject, draft.clientID,
        draft.sealed, draft.authorizedAt.milliseconds, now.milliseconds, draft.dueAt.milliseconds)
    }
    return Job.ID(number: id)
  }

  package func job(_ id: Job.ID) throws(StoreError) -> Job? {
    let statement = access == .reading ? Self.findJob : Self.lockJob
    return try run { (connection) throws(PostgreSQLError) in
      try connection.first(statement, id.number) { Job($0) }
    } ?? nil
  }

  /// Jobs that another process claims at this moment are passed over, not waited for.
  package func dueJobs(at now: Timestamp, limit: Int) throws(StoreError) -> [Job] {
    let statement = access == .reading ? Self.findDueJobs : Self.lockDueJobs
    return try run { (connection) throws(PostgreSQLError) in
      try connection.all(statement, now.milliseconds, limit) { Job($0) }
    }.compactMap { $0 }
  }

  package func update(_ job: Job) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in
      try connection.run(
        Self.updateJob, job.draft.kind.rawValue, job.draft.sealed, job.createdAt.milliseconds,
        job.dueAt.milliseconds, job.attempts, job.lastFailure, job.id.number)
    }
  }

  package func removeJob(_ id: Job.ID) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in try connection.run(Self.deleteJob, id.number) }
  }

  package func nextJob() throws(StoreError) -> Timestamp? {
    try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.nextJob) { $0.timestamp(0) }
    } ?? nil
  }

  package func jobBacklog(limit: Int) throws(StoreError) -> JobBacklog {
    try run { (connection) throws(PostgreSQLError) in
      try connection.first(Self.backlog, limit) {
        JobBacklog(count: Int($0.integer(0)), oldest: $0.timestamp(1))
      }
    } ?? JobBacklog(count: 0, oldest: nil)
  }

  /// Locks the account that a job or a grant belongs to, before either is read.
  func lockOwner(of job: Job.ID) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in try connection.run(Self.lockOwnerOfJob, job.number) }
  }

  func lockOwner(of grant: Grant.ID) throws(StoreError) {
    try run { (connection) throws(PostgreSQLError) in try connection.run(Self.lockOwnerOfGrant, grant.number)
    }
  }
}

extension PostgreSQLRows {
  private static let columns = """
    SELECT g.id,g.account,g.previous,g.job,g.state,g.subject,g.client_id,g.code_hash,g.authorized_at,
    g.sealed_token,g.checked_at,a.uid
    """
  private static let chain = """
    WITH RECURSIVE chain(id,previous,place) AS (
      SELECT id,previous,1 FROM grants WHERE id=$1
      UNION ALL SELECT p.id,p.previous,c.place+1 FROM chain c JOIN grants p ON p.id=c.previous WHERE c.place<$2)
    \(columns) FROM chain c JOIN grants g ON g.id=c.id LEFT JOIN accounts a ON a.id=g.account
    ORDER BY c.place
    """
  private static let one = "\(columns) FROM grants g LEFT JOIN accounts a ON a.id=g.account WHERE g.id=$1"
  fileprivate static let findGrant = Statement(one)
  fileprivate static let lockGrant = Statement("\(one) FOR UPDATE OF g")
  fileprivate static let grantChain = Statement(chain)
  fileprivate static let lockedGrantChain = Statement("\(chain) FOR UPDATE OF g")
  fileprivate static let deleteGrant = Statement("DELETE FROM grants WHERE id=$1")
  fileprivate static let grantPage = Statement(
    """
    \(columns) FROM grants g LEFT JOIN accounts a ON a.id=g.account WHERE g.id>$1 ORDER BY g.id LIMIT $2
    """)
  fileprivate static let drawGrant = Statement("SELECT nextval('grants_id_seq')")
  fileprivate static let insertGrant = Statement(
    """
    INSERT INTO grants(id,account,previous,state,subject,client_id,code_hash,authorized_at,sealed_token,
    checked_at) VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,$10)
    """)
  fileprivate static let updateGrant = Statement(
    "UPDATE grants SET job=$1,state=$2,sealed_token=$3,checked_at=$4,previous=$5 WHERE id=$6")
  fileprivate static let deleteGrants = Statement(
    """
    WITH RECURSIVE chain(id,previous) AS (
      SELECT id,previous FROM grants WHERE id=$1
      UNION ALL SELECT p.id,p.previous FROM chain c JOIN grants p ON p.id=c.previous)
    DELETE FROM grants WHERE id IN (SELECT id FROM chain)
    """)
  fileprivate static let lockChecked = Statement(
    """
    SELECT a.id,g.id FROM grants g JOIN accounts a ON a.id=g.account
    WHERE g.state=2 AND g.checked_at<$1 ORDER BY g.checked_at LIMIT $2 FOR UPDATE OF a SKIP LOCKED
    """)
  fileprivate static let lockOwnerOfGrant = Statement(
    "SELECT id FROM accounts WHERE id=(SELECT account FROM grants WHERE id=$1) FOR UPDATE")

  private static let jobColumns = """
    SELECT id,kind,grant_id,subject,client_id,sealed,authorized_at,created_at,due_at,attempts,last_failure
    FROM jobs
    """
  fileprivate static let findJob = Statement("\(jobColumns) WHERE id=$1")
  fileprivate static let lockJob = Statement("\(jobColumns) WHERE id=$1 FOR UPDATE")
  private static let dueJobs = "\(jobColumns) WHERE due_at<=$1 ORDER BY due_at,id LIMIT $2"
  fileprivate static let findDueJobs = Statement(dueJobs)
  fileprivate static let lockDueJobs = Statement("\(dueJobs) FOR UPDATE SKIP LOCKED")
  fileprivate static let drawJob = Statement("SELECT nextval('jobs_id_seq')")
  fileprivate static let insertJob = Statement(
    """
    INSERT INTO jobs(id,kind,grant_id,subject,client_id,sealed,authorized_at,created_at,due_at,attempts)
    VALUES($1,$2,$3,$4,$5,$6,$7,$8,$9,0)
    """)
  fileprivate static let updateJob = Statement(
    "UPDATE jobs SET kind=$1,sealed=$2,created_at=$3,due_at=$4,attempts=$5,last_failure=$6 WHERE id=$7")
  fileprivate static let deleteJob = Statement("DELETE FROM jobs WHERE id=$1")
  fileprivate static let nextJob = Statement("SELECT due_at FROM jobs ORDER BY due_at LIMIT 1")
  fileprivate static let backlog = Statement(
    """
    SELECT (SELECT count(*) FROM (SELECT 1 FROM jobs LIMIT $1) j),
    (SELECT created_at FROM jobs ORDER BY id LIMIT 1)
    """)
  fileprivate static let lockOwnerOfJob = Statement(
    """
    SELECT id FROM accounts WHERE id=(SELECT g.account FROM jobs j JOIN grants g ON g.id=j.grant_id
    WHERE j.id=$1) FOR UPDATE
    """)
  /// Both numbers that a sign-in with a code needs.
  static let drawGrantAndJob = Statement("SELECT nextval('grants_id_seq'),nextval('jobs_id_seq')")
}
