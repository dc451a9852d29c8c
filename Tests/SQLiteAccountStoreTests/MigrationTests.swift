import Accounts
import BramleySQLite
import Testing

@testable import SQLiteAccountStore

@Suite("Migration of a store of an earlier version")
struct MigrationTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  /// A file of schema 1 with an account, its session, an audit row and a tombstone of another account.
  private func makeFirst(_ path: String) async throws {
    let first = Migrator(Array(Schema.migrator.migrations.prefix(1)))
    let database = try Database(path: path, migrator: first)
    defer { database.stop() }
    try await database.write(
      { (connection) throws(SQLiteError) in
        try connection.execute(
          """
          INSERT INTO accounts(id,uid,created_at,flags,newest_session,newest_event,email)
          VALUES(2,'ann',1800000000000,1,5,1,'ann@example.com');
          INSERT INTO sessions(id,account,generation,created_at,auth_time,last_used_at,rotated_at,provider)
          VALUES(5,2,1,1800000000000,1800000000000,1800000000000,1800000000000,'password');
          INSERT INTO events(account,at,kind,address) VALUES(2,1800000000000,1,'192.0.2.1');
          INSERT INTO scopes VALUES(1,'apple.com','https://appleid.apple.com','TEAM'),
          (2,'google.com','https://accounts.google.com','');
          INSERT INTO identities(scope,subject,account,flags,email,display_name)
          VALUES(1,'000001.ann',2,1,NULL,'Ann'),(2,'42',2,1,'ann@else.example',NULL);
          INSERT INTO tombstones(account,digest,cause,at) VALUES(1,x'00','person',1700000000000);
          """)
      }, orThrow: { $0 })
  }

  @Test("keeps the rows of schema 1 and knows the operations of today (R43, R44)")
  func fromFirst() async throws {
    let folder = try TemporaryFolder()
    try await makeFirst(folder.database)
    let store = try SQLiteAccountStore(path: folder.database)
    defer { store.stop() }
    let account = try #require(try await store.accounts(by: [.email("ann@example.com")]).first)
    #expect(account.isEmailVerified)
    #expect(account.identities.map(\.subject) == ["000001.ann", "42"])
    #expect(account.identities.map(\.email) == [nil, "ann@else.example"])
    #expect(account.identities.first?.displayName == "Ann")
    let bySubject = try await store.accounts(by: [.identity(provider: .apple, subject: "000001.ann")])
    #expect(bySubject.map(\.id) == [account.id])
    let rotation = Rotation(
      session: Session.ID(number: 5), generation: 1, now: Self.start, idle: .seconds(90 * 86_400))
    guard case .rotated = try await store.rotate(rotation) else {
      Issue.record("the session of before is refused")
      return
    }
    let lease = Lease(
      key: OneTimeKey(expiry: Self.start + .seconds(60), digest: [1]), want: 1, ceiling: 1)
    #expect(try await store.lease([lease], at: Self.start) == [1])
    var rule = SweepRule(now: Self.start + .seconds(100 * 86_400), idle: .seconds(365 * 86_400))
    rule.retention.audit = .seconds(200 * 86_400)
    let report = try await store.sweep(rule)
    #expect(report.tombstones == 1)
    #expect(report.addresses == 1)
    #expect(report.leases == 1)
    #expect(try await store.events(of: account.id, after: 0, limit: 10).map(\.address) == [nil])
  }

  @Test("finds nothing to do the second time")
  func again() async throws {
    let folder = try TemporaryFolder()
    try await makeFirst(folder.database)
    try SQLiteAccountStore(path: folder.database).stop()
    let store = try SQLiteAccountStore(path: folder.database)
    defer { store.stop() }
    #expect(try await store.accountCount() == 1)
  }
}
