import Accounts
import BramleyCrypto
import BramleyPostgreSQL
import PostgreSQLAccountStore
import Testing
import _PostgreSQLServer

/// The guard of the hot paths: a figure without a clock.
@Suite("Round trips for each operation", .serialized)
struct RoundTripTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  private static func attempt(_ subject: String, _ number: Int64, code: Bool = false) -> SignInAttempt {
    var identity = Identity(
      key: Identity.Key(
        provider: .apple, issuer: "https://appleid.apple.com", team: "TEAM", subject: subject))
    identity.email = "\(subject)@example.com"
    identity.isEmailVerified = true
    var attempt = SignInAttempt(
      now: start, identity: identity,
      credential: SignInAttempt.Spending(
        purpose: .credential,
        key: OneTimeKey(expiry: start + .seconds(600), digest: SHA256.digest(utf8: "c\(number)").bytes)),
      candidate: Account.ID(unchecked: "account-\(number)"),
      session: SessionDraft(id: Session.ID(number: number), provider: .apple))
    if code {
      attempt.exchange = ExchangeDraft(clientID: "com.example.app", codeHash: [1], sealed: [2])
    }
    return attempt
  }

  @Test("stay within the recorded figures: returning 2, new 3, rotation 2, state 1, taking 1")
  func figures() async throws {
    let server = try await PostgreSQLServer.shared()
    var pool = ConnectionPool.Settings()
    pool.size = 1
    let store = try PostgreSQLAccountStore(
      ConnectionSettings(url: Secret(utf8: server.address(of: try server.makeDatabase()))), pool: pool)
    defer { store.stop() }
    try await store.prepare()
    func trips(_ body: () async throws -> Void) async throws -> Int {
      let before = store.roundTrips
      try await body()
      return store.roundTrips - before
    }
    // The first person of a provider makes its scope; the second finds it.
    _ = try await store.signIn(Self.attempt("ann", 1))
    _ = try await store.signIn(Self.attempt("bob", 2))
    #expect(try await trips { _ = try await store.signIn(Self.attempt("ann", 3)) } == 2)
    #expect(try await trips { _ = try await store.signIn(Self.attempt("ann", 4, code: true)) } == 2)
    #expect(try await trips { _ = try await store.signIn(Self.attempt("cid", 5)) } == 3)
    #expect(try await trips { _ = try await store.signIn(Self.attempt("ann", 3)) } == 2, "duplicate")
    let rotation = Rotation(
      session: Session.ID(number: 3), generation: 1, now: Self.start, idle: .seconds(86_400))
    #expect(try await trips { _ = try await store.rotate(rotation) } == 2)
    #expect(try await trips { _ = try await store.state(of: Session.ID(number: 3)) } == 1)
    let key = OneTimeKey(expiry: Self.start + .seconds(60), digest: SHA256.digest(utf8: "flow").bytes)
    #expect(try await trips { _ = try await store.keep([1], purpose: .webFlow, key: key) } == 1)
    #expect(try await trips { _ = try await store.take(purpose: .webFlow, key: key, now: Self.start) } == 1)
    #expect(
      try await trips { try await store.noteUse(of: Session.ID(number: 3), generation: 2, at: Self.start) }
        == 1)
    #expect(
      try await trips { _ = try await store.accounts(by: [.id(Account.ID(unchecked: "account-1"))]) } == 2)
  }

  @Test("looking for jobs that are not due takes no transaction number of the server's (issue 8)")
  func quietLooks() async throws {
    // Its own server: numbers are counted for all databases together.
    let server = try PostgreSQLServer(["autovacuum=off"])
    let store = try await server.makeStore()
    defer { store.stop() }
    let later = JobDraft(
      kind: .revoke, grant: nil, subject: "ann", clientID: "com.example.app", sealed: [1],
      authorizedAt: Self.start, dueAt: Self.start + .seconds(60))
    let job = try await store.enqueue(later, at: Self.start)
    func next() throws -> String { try server.run("SELECT pg_snapshot_xmax(pg_current_snapshot())") }
    let before = try next()
    for _ in 0..<5 {
      #expect(try await store.claimJobs(at: Self.start, lease: .seconds(60), limit: 16).isEmpty)
      _ = try await store.nextJob()
      _ = try await store.jobBacklog(limit: 10)
    }
    #expect(try next() == before)
    let claimed = try await store.claimJobs(at: Self.start + .seconds(60), lease: .seconds(60), limit: 16)
    #expect(claimed.map(\.id) == [job])
    #expect(try next() != before)
  }
}
