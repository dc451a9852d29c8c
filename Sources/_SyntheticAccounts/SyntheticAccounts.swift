import Accounts
import BramleyCrypto
import BramleySQLite
import SQLiteAccountStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Fills a store with made-up accounts, for benchmarks of its size.
///
/// usage: benchmark-accounts FILE COUNT PEOPLE. The first PEOPLE persons of `benchmark-credentials` are spread
/// evenly over the COUNT accounts, so that those who sign in lie as far apart as in a service of that size.
@main
enum SyntheticAccounts {
  private static let batch = 1000

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[2]), let people = Int(arguments[3]),
      count > 0, people > 0, people <= count
    else {
      print("usage: benchmark-accounts FILE COUNT PEOPLE")
      exit(64)
    }
    try await fill(arguments[1], count: count, people: people)
    // The log goes into the file, so that the file alone is the store.
    try Connection(path: arguments[1], role: .writer).execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func fill(_ path: String, count: Int, people: Int) async throws {
    let store = try SQLiteAccountStore(path: path)
    defer { store.stop() }
    let start = Timestamp(milliseconds: 1_700_000_000_000)
    let identifiers = TimedIdentifiers(random: SystemRandomSource()) { SystemTime.microseconds() }
    let distance = count / people
    for first in stride(from: 0, to: count, by: batch) {
      let accounts = (first..<min(first + batch, count)).map { number in
        // Numbers from a billion on are persons who never sign in.
        let isActive = number % distance == 0 && number / distance < people
        let person = isActive ? number / distance : 1_000_000_000 + number
        return account(person, id: identifiers.accountID(), at: start + .milliseconds(number))
      }
      let failures = try await store.importAccounts(
        accounts, overwrites: false, client: ClientFacts(), now: start)
      guard failures.isEmpty else { throw NotImported(count: failures.count) }
    }
  }

  private static func account(_ person: Int, id: Account.ID, at created: Timestamp) -> Account {
    let number = String(person)
    let digits = String(repeating: "0", count: max(0, 10 - number.utf8.count)) + number
    let subject = "001234.\(SHA256.digest(utf8: digits).hex.prefix(32)).0123"
    var identity = Identity(
      key: Identity.Key(
        provider: .apple, issuer: "https://appleid.apple.com", team: "DEMOTEAM01", subject: subject))
    identity.email = "bench\(digits)@example.com"
    identity.isEmailVerified = true
    identity.firstClientID = "com.example.app"
    identity.realUserStatus = 2
    identity.firstAuthorizedAt = created
    var account = Account(id: id, createdAt: created)
    account.email = identity.email
    account.isEmailVerified = true
    account.lastLoginAt = created
    account.appleAuthorizedAt = created
    account.identities = [identity]
    return account
  }

  private struct NotImported: Error {
    let count: Int
  }
}
