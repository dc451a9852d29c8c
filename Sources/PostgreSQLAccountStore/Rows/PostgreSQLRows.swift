import Accounts
import BramleyPostgreSQL

/// The rows of one transaction on a connection.
///
/// Transactions run at READ COMMITTED and are made serial by rows: whatever an operation decides on it has
/// locked (`FOR UPDATE`), the account before its sessions, grants and jobs; and what it found missing it
/// inserts under a unique key, so that the loser of a race is refused by the server and run again. Writes
/// are queued and travel with the next read or the commit.
package struct PostgreSQLRows: AccountRows {
  /// What a transaction is for.
  enum Access: Sendable {
    /// Reads in one snapshot; nothing is locked.
    case reading
    /// Locks every account and session that it reads.
    case writing
    /// Locks sessions only; an account that it has to write after all makes it run again with locks.
    case writingSessions
  }

  let connection: Connection
  let access: Access
  let memory: OperationMemory
  let scopes: ScopeNumbers

  /// Numbers that were drawn after the last lock, so that an account's audit counts up.
  var eventNumbers: ArraySlice<Int64> = []
  /// Numbers for rows that the operation may insert.
  var accountNumber: Int64?
  var grantNumber: Int64?
  var jobNumber: Int64?
  /// What was read ahead in the first round trip; nil inside means that it was found missing.
  var readAhead = ReadAhead()
  /// Keys that were found missing in this transaction.
  var missingOneTime: Set<OneTimeKey> = []
  var missingSettings: Set<String> = []
  var missingLeases: Set<OneTimeKey> = []
  /// Accounts whose rows this transaction has locked or made.
  var locked: Set<Int64> = []
  /// Scopes that this transaction has made; not to be remembered before its commit.
  var madeScopes: Set<Int64> = []

  struct ReadAhead {
    var oneTime: [OneTimeKey: OneTimeRow?] = [:]
    var owners: [Identity.Key: AccountRow?] = [:]
    var sessions: [Session.ID: SessionRow?] = [:]
    var accounts: [Int64: AccountRow?] = [:]
  }

  init(_ connection: Connection, _ access: Access, _ memory: OperationMemory, _ scopes: ScopeNumbers) {
    self.connection = connection
    self.access = access == .writingSessions && memory.locksAccounts ? .writing : access
    self.memory = memory
    self.scopes = scopes
  }

  var locks: Bool { access == .writing }

  /// Runs statements with the domain's error.
  @discardableResult
  func run<Answer>(_ body: (Connection) throws(PostgreSQLError) -> Answer) throws(StoreError) -> Answer {
    do throws(PostgreSQLError) {
      return try body(connection)
    } catch {
      throw StoreError(error)
    }
  }
}

extension Row: StoredColumns {}
