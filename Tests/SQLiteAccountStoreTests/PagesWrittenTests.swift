import Accounts
import BramleyCrypto
import BramleySQLite
import Testing

@testable import SQLiteAccountStore

/// The guard of the schema: a figure without a clock (issue 9).
@Suite("Pages written for each sign-in")
struct PagesWrittenTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)
  private static let people = 20_000

  private static func identity(_ number: Int) -> Identity {
    // Apple's subjects are as good as random: each lands on a page of its own.
    let subject = SHA256.digest(utf8: "person \(number)").hex.prefix(44)
    var identity = Identity(
      key: Identity.Key(
        provider: .apple, issuer: "https://appleid.apple.com", team: "TEAM", subject: String(subject)))
    identity.email = "\(subject)@privaterelay.appleid.com"
    identity.isEmailVerified = true
    identity.isPrivateEmail = true
    identity.firstClientID = "com.example.app"
    return identity
  }

  private static func attempt(_ number: Int, _ sequence: Int, _ ids: TimedIdentifiers) -> SignInAttempt {
    let now = start + .milliseconds(sequence)
    return SignInAttempt(
      now: now, identity: identity(number),
      credential: SignInAttempt.Spending(
        purpose: .credential,
        key: OneTimeKey(
          expiry: now + .seconds(86_400), digest: SHA256.digest(utf8: "credential \(sequence)").bytes)),
      candidate: ids.accountID(),
      session: SessionDraft(
        id: ids.sessionID(), provider: .apple, clientID: "com.example.app",
        client: ClientFacts(
          address: "203.0.113.7", userAgent: "Example/1.0 (com.example.app; build:1; iOS 19.0.0) Alamofire/5")
      ))
  }

  /// Pages for each of 4 000 sign-ins by 64 clients at once.
  private func pages(_ store: SQLiteAccountStore, _ numbers: [Int], _ ids: TimedIdentifiers) async throws
    -> (each: Double, batch: Double)
  {
    let before = store.statistics
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<64 {
        group.addTask {
          for index in stride(from: client, to: numbers.count, by: 64) {
            let result = try await store.signIn(
              Self.attempt(numbers[index], Int(ids.sessionID().number & 0x7FFF_FFFF), ids))
            guard case .signedIn = result else {
              Issue.record("found \(result)")
              return
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let after = store.statistics
    let requests = Double(after.requests - before.requests)
    return (
      Double(after.pages - before.pages) / requests, requests / Double(after.batches - before.batches)
    )
  }

  @Test("stay within the recorded figures: 3.4 returning, 4.8 new (issue 9)")
  func withinFigures() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteAccountStore(path: folder.database)
    defer { store.stop() }
    let ids = TimedIdentifiers(random: SystemRandomSource()) { SystemTime.microseconds() }
    for batch in 0..<(Self.people / 1000) {
      let accounts = (0..<1000).map { index -> Account in
        var account = Account(id: ids.accountID(), createdAt: Self.start)
        let identity = Self.identity(batch * 1000 + index)
        account.email = identity.email
        account.isEmailVerified = true
        account.displayName = "Person \(index)"
        account.identities = [identity]
        return account
      }
      _ = try await store.importAccounts(accounts, overwrites: false, client: ClientFacts(), now: Self.start)
    }
    var numbers = Array(0..<Self.people).map { ($0 * 7919) % Self.people }
    numbers = Array(numbers.prefix(4000))
    let returning = try await pages(store, numbers, ids)
    let new = try await pages(store, (0..<4000).map { Self.people + $0 }, ids)
    print("pages written: returning \(returning), new \(new)")
    #expect(returning.each <= 3.4, "\(returning)")
    #expect(new.each <= 4.8, "\(new)")
  }
}
