import Accounts
import BramleyCrypto
import BramleyPostgreSQL
import PostgreSQLAccountStore
import Testing
import _PostgreSQLServer

@Suite("A connection that breaks around the commit", .serialized)
struct LostCommitTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  private static func attempt(_ subject: String, _ number: Int64) -> SignInAttempt {
    let identity = Identity(
      key: Identity.Key(
        provider: .apple, issuer: "https://appleid.apple.com", team: "TEAM", subject: subject))
    return SignInAttempt(
      now: start, identity: identity,
      credential: SignInAttempt.Spending(
        purpose: .credential,
        key: OneTimeKey(expiry: start + .seconds(600), digest: SHA256.digest(utf8: "c\(number)").bytes)),
      candidate: Account.ID(unchecked: "account-\(number)"),
      session: SessionDraft(id: Session.ID(number: number), provider: .apple))
  }

  /// A store behind a proxy, and one beside it that sees what is there.
  private func stores(work: Duration = .seconds(10)) async throws -> (
    PostgreSQLAccountStore, PostgreSQLAccountStore, InterruptingProxy
  ) {
    let server = try await PostgreSQLServer.shared()
    let database = try server.makeDatabase()
    let proxy = try InterruptingProxy(serverPort: server.port)
    func store(_ port: Int?) throws -> PostgreSQLAccountStore {
      var pool = ConnectionPool.Settings()
      pool.size = 2
      pool.work = work
      return try PostgreSQLAccountStore(
        ConnectionSettings(
          url: Secret(utf8: server.address(of: database, port: port)), preparesStatements: false),
        pool: pool)
    }
    let (behind, beside) = (try store(proxy.port), try store(nil))
    try await behind.prepare()
    return (behind, beside, proxy)
  }

  @Test(
    "a sign-in is done once and answered, whether its commit arrived or not (R20)",
    arguments: [InterruptingProxy.Fault.losesAnswer, .losesCommit])
  func signIn(_ fault: InterruptingProxy.Fault) async throws {
    let (behind, beside, proxy) = try await stores()
    defer {
      behind.stop()
      beside.stop()
      proxy.stop()
    }
    proxy.breakNextCommit(fault)
    let result = try await behind.signIn(Self.attempt("ann", 1))
    guard case .signedIn(let opened) = result else {
      Issue.record("found \(result)")
      return
    }
    #expect(proxy.broken == 1)
    #expect(opened.isNewAccount)
    #expect(try await beside.accountCount() == 1)
    #expect(try await beside.sessions(of: opened.account.id).map(\.id) == [Session.ID(number: 1)])
    guard case .duplicate = try await beside.signIn(Self.attempt("ann", 1)) else {
      Issue.record("the credential was not spent")
      return
    }
  }

  @Test(
    "a rotation moves the generation once (R31)",
    arguments: [InterruptingProxy.Fault.losesAnswer, .losesCommit])
  func rotate(_ fault: InterruptingProxy.Fault) async throws {
    let (behind, beside, proxy) = try await stores()
    defer {
      behind.stop()
      beside.stop()
      proxy.stop()
    }
    _ = try await behind.signIn(Self.attempt("ann", 1))
    proxy.breakNextCommit(fault)
    let rotation = Rotation(
      session: Session.ID(number: 1), generation: 1, now: Self.start + .seconds(1), idle: .seconds(86_400))
    guard case .rotated(_, _, let generation) = try await behind.rotate(rotation) else {
      Issue.record("refused")
      return
    }
    #expect(proxy.broken == 1)
    #expect(generation == 2)
    #expect(try await beside.state(of: Session.ID(number: 1))?.session.generation == 2)
  }

  @Test("a one-time row whose taking is in doubt is never given twice (FR-15)")
  func take() async throws {
    let (behind, beside, proxy) = try await stores()
    defer {
      behind.stop()
      beside.stop()
      proxy.stop()
    }
    let key = OneTimeKey(expiry: Self.start + .seconds(60), digest: SHA256.digest(utf8: "flow").bytes)
    _ = try await behind.keep([7], purpose: .webFlow, key: key)
    proxy.breakNextCommit(.losesAnswer)
    await #expect(throws: StoreError(.inDoubt, "")) {
      _ = try await behind.take(purpose: .webFlow, key: key, now: Self.start)
    }
    #expect(try await beside.take(purpose: .webFlow, key: key, now: Self.start) == nil)
  }

  @Test("a server that falls silent after the commit is given up at the deadline, and the outcome found")
  func silence() async throws {
    let (behind, beside, proxy) = try await stores(work: .seconds(2))
    defer {
      behind.stop()
      beside.stop()
      proxy.stop()
    }
    proxy.breakNextCommit(.staysSilent)
    await #expect(throws: StoreError(.inDoubt, "")) { _ = try await behind.signIn(Self.attempt("ann", 1)) }
    // What was in doubt was done; the person who tries again hears so.
    guard case .duplicate = try await behind.signIn(Self.attempt("ann", 1)) else {
      Issue.record("the commit had not arrived")
      return
    }
    #expect(try await beside.accountCount() == 1)
  }
}
