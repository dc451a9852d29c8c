import Accounts
import BramleyCrypto
import BramleySQLite
import Testing

@testable import SQLiteAccountStore

@Suite("Import into SQLite, without a clock")
struct ImportGrowthTests {
  /// Accounts whose identifiers, addresses and subjects come in no order, as in an export of another service.
  private func accounts(_ range: Range<Int>) throws -> [Account] {
    try range.map { number in
      let digest = SHA256.digest(utf8: "account \(number)").hex
      var account = Account(
        id: try #require(Account.ID(String(digest.prefix(28)))),
        createdAt: Timestamp(milliseconds: Int64(number)))
      account.email = digest.suffix(12) + "@example.com"
      account.upsert(
        Identity(
          key: Identity.Key(
            provider: ProviderID(rawValue: "google.com"), issuer: "google.com",
            subject: String(digest.prefix(21)))))
      return account
    }
  }

  @Test("an account costs no more pages when the store is twenty times as full")
  func pages() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteAccountStore(path: folder.database)
    defer { store.stop() }
    var written: [Int] = []
    for batch in 0..<20 {
      let before = store.statistics.pages
      let values = try accounts(batch * 1000..<(batch + 1) * 1000)
      #expect(
        try await store.importAccounts(
          values, overwrites: false, client: ClientFacts(), now: Timestamp(milliseconds: 0)) == [])
      written.append(store.statistics.pages - before)
    }
    // At most one page for each of the indexes in no order (identifier, address, identity twice) and the
    // rows, which share theirs.
    #expect(try #require(written.max()) <= 5 * 1000, "\(written)")
    #expect(try await store.accountCount() == 20_000)
    let one = try #require(try accounts(777..<778).first)
    #expect(try await store.accounts(by: [.email(try #require(one.email))]).map(\.id) == [one.id])
  }

  @Test("look-up and listing search an index and scan nothing")
  func plans() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteAccountStore(path: folder.database)
    defer { store.stop() }
    let connection = try Connection(path: folder.database, role: .reader)
    var plans: [String] = []
    plans += try connection.all(
      "EXPLAIN QUERY PLAN SELECT id,uid FROM accounts WHERE email='a' ORDER BY id LIMIT 1"
    ) { $0.text(3) }
    plans += try connection.all("EXPLAIN QUERY PLAN SELECT id,email FROM accounts WHERE uid='a'") {
      $0.text(3)
    }
    plans += try connection.all("EXPLAIN QUERY PLAN SELECT id,email FROM accounts WHERE phone='a'") {
      $0.text(3)
    }
    plans += try connection.all(
      "EXPLAIN QUERY PLAN SELECT id,email FROM accounts WHERE uid>'a' ORDER BY uid LIMIT 10"
    ) { $0.text(3) }
    plans += try connection.all(
      "EXPLAIN QUERY PLAN SELECT account FROM identities WHERE scope=1 AND subject='a'"
    ) { $0.text(3) }
    #expect(plans.count == 5)
    for plan in plans { #expect(plan.hasPrefix("SEARCH ") && plan.contains("INDEX"), "\(plan)") }
    // No index in between: a page of a list would read one page more for each account.
    let byAccount = try connection.all(
      "EXPLAIN QUERY PLAN SELECT subject,email FROM identities WHERE account=1"
    ) { $0.text(3) }
    #expect(byAccount == ["SEARCH identities USING PRIMARY KEY (account=?)"])
  }
}
