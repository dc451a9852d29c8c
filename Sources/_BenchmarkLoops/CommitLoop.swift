import BramleyCrypto
import BramleySQLite

/// The statements of a returning sign-in in a bare loop: what SQLite does of them at most on one thread.
enum CommitLoop {
  private struct Person {
    let account: Int64
    let scope: Int64
    let subject: String
  }

  /// Writes for three seconds; the answer is a JSON object.
  static func run(file: String, batch: Int) throws -> String {
    let connection = try Connection(path: file, role: .writer)
    let people = try connection.all(
      "SELECT account,scope,subject FROM identities ORDER BY subject LIMIT 20000"
    ) { Person(account: $0.integer(0), scope: $0.integer(1), subject: $0.text(2)) }
    let pages = connection.pagesWritten
    let start = ContinuousClock.now
    var count = 0
    while ContinuousClock.now - start < .seconds(3) {
      try connection.transaction { (connection) throws(SQLiteError) in
        for number in count..<count + batch {
          try signIn(people[number % people.count], Int64(number), connection)
        }
      }
      count += batch
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let each = Double(connection.pagesWritten - pages) / Double(count)
    return #"{"per_second": \#(Double(count) / seconds), "pages_each": \#(each)}"#
  }

  private static func signIn(_ person: Person, _ number: Int64, _ connection: Connection) throws(SQLiteError)
  {
    let now: Int64 = 1_800_000_000_000 + number
    // As the service's keys do, it begins with the time, so that inserts share pages.
    let seconds = UInt32(truncatingIfNeeded: now / 1000)
    let key =
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: seconds >> UInt32($0)) }
      + SHA256.digest(utf8: "credential \(number)").bytes.prefix(16)
    _ = try connection.first("SELECT at FROM one_time WHERE key=? AND purpose=1", key) { $0.integer(0) }
    let newest = try connection.first(
      """
      SELECT newest_session,newest_event,uid,a.email,a.flags FROM identities i JOIN accounts a ON a.id=i.account
      WHERE scope=? AND subject=?
      """, person.scope, person.subject
    ) { ($0.optionalInteger(0), $0.optionalInteger(1)) }
    try connection.run("INSERT INTO one_time(key,purpose,at) VALUES(?,1,?)", key, now)
    let session = 1 << 62 | number
    try connection.run(
      """
      INSERT INTO sessions(id,account,previous,generation,created_at,auth_time,last_used_at,rotated_at,
      provider,client_id,address) VALUES(?,?,?,0,?4,?4,?4,?4,'apple.com','com.example.app','127.0.0.1')
      """, session, person.account, newest?.0, now)
    try connection.run(
      "INSERT INTO events(account,previous,at,kind,session,detail) VALUES(?,?,?,2,?,'apple.com')",
      person.account, newest?.1, now, session)
    try connection.run(
      "UPDATE accounts SET last_login_at=?,newest_session=?,newest_event=?,apple_authorized_at=?1 WHERE id=?",
      now, session, connection.lastInsertedRow, person.account)
  }
}
