import Accounts

/// Imports the rows of a file, a thousand in a transaction, and accounts for every one of them (FR-59).
struct AccountImport {
  /// What became of the rows; the last four add up to the first.
  struct Counts: Encodable, Equatable {
    var read = 0
    var imported = 0
    /// Accounts that stand already as the row has them: of an import that was broken off and begun again.
    var present = 0
    var leftOut = 0
  }

  /// A row that was left out.
  struct Failure: Encodable {
    let line: Int
    let localID: String?
    let code: String
    let message: String
  }

  /// How many rows share a transaction.
  static let batchSize = 1000
  /// How many failures are kept for the answer in JSON; all are reported as they come.
  static let keptFailures = 1000

  let accounts: Accounts
  let overwrites: Bool
  let isDryRun: Bool
  /// Takes each row that is left out, as it comes.
  let report: (Failure) -> Void
  /// Takes the counts after each batch.
  let progress: (Counts) -> Void
  private(set) var counts = Counts()
  private(set) var failures: [Failure] = []
  private var pending: [(line: Int, account: Account)] = []
  private var seen = SeenNames()

  init(
    _ accounts: Accounts, overwrites: Bool, isDryRun: Bool, report: @escaping (Failure) -> Void,
    progress: @escaping (Counts) -> Void
  ) {
    self.accounts = accounts
    self.overwrites = overwrites
    self.isDryRun = isDryRun
    self.report = report
    self.progress = progress
  }

  /// Imports everything that a source gives.
  ///
  /// - Throws: ``ImportFileError`` for a broken file; the rows before it are imported.
  mutating func run(_ source: some ImportSource) async throws {
    var source = source
    do {
      while let row = try source.next() {
        counts.read += 1
        switch row.account {
        case .failure(let fault): leaveOut(row.line, row.localID, fault.code, fault.message)
        case .success(let account): pending.append((row.line, account))
        }
        if pending.count == Self.batchSize { try await flush() }
      }
    } catch let error as ImportFileError {
      try await flush()
      throw error
    }
    try await flush()
  }

  private mutating func flush() async throws {
    let batch = pending
    pending.removeAll(keepingCapacity: true)
    guard !batch.isEmpty else { return progress(counts) }
    let refused = isDryRun ? try await judge(batch) : try await write(batch)
    let present = try await self.present(batch, refused)
    for failure in refused where batch.indices.contains(failure.index) && !present.contains(failure.index) {
      let row = batch[failure.index]
      leaveOut(row.line, row.account.id.text, failure.code, failure.message)
    }
    counts.present += present.count
    counts.imported += batch.count - refused.count
    progress(counts)
  }

  /// Writes a batch; a store that is busy with another process is asked again.
  private func write(_ batch: [(line: Int, account: Account)]) async throws -> [BatchFailure] {
    let values = batch.map { ImportedAccount(account: $0.account) }
    var attempts = 0
    while true {
      do throws(AccountsError) {
        return try await accounts.importAccounts(
          values, overwrites: overwrites, client: OperatedStore.operatorFacts)
      } catch {
        attempts += 1
        guard error.code == .unavailable, attempts < 5 else { throw error }
      }
    }
  }

  /// Which refused rows describe an account that is there already: an import that is begun again.
  private func present(_ batch: [(line: Int, account: Account)], _ refused: [BatchFailure]) async throws
    -> Set<Int>
  {
    let taken = refused.filter { $0.code == .accountExists && batch.indices.contains($0.index) }
    guard !taken.isEmpty else { return [] }
    let known = try await accounts.accounts(by: taken.map { .id(batch[$0.index].account.id) })
    let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
    return Set(
      taken.map(\.index).filter { index in
        let row = batch[index].account
        guard let account = byID[row.id] else { return false }
        return account.email == row.email && account.phoneNumber == row.phoneNumber
          && account.identities.map(\.key) == row.identities.map(\.key)
      })
  }

  private mutating func leaveOut(
    _ line: Int, _ localID: String?, _ code: ImportFault.Code, _ message: String
  ) {
    counts.leftOut += 1
    let failure = Failure(line: line, localID: localID, code: code.rawValue, message: message)
    if failures.count < Self.keptFailures { failures.append(failure) }
    report(failure)
  }
}

extension AccountImport {
  /// What an import of a batch would refuse, without writing anything.
  private mutating func judge(_ batch: [(line: Int, account: Account)]) async throws -> [BatchFailure] {
    var failures: [BatchFailure] = []
    for (index, row) in batch.enumerated() {
      guard let message = try await refusal(of: row.account) else { continue }
      failures.append(BatchFailure(index: index, account: row.account.id, message: message))
    }
    return failures
  }

  private mutating func refusal(of account: Account) async throws -> String? {
    let isFirst = seen.insert("id", account.id.text)
    let isThere = try await !accounts.accounts(by: [.id(account.id)]).isEmpty
    guard overwrites || (isFirst && !isThere) else { return BatchFailure.existsMessage }
    if let email = account.email {
      let isNew = seen.insert("email", email)
      if try await isTaken(.email(email), by: account) || !isNew { return BatchFailure.emailMessage }
    }
    if let phone = account.phoneNumber {
      let isNew = seen.insert("phone", phone)
      if try await isTaken(.phone(phone), by: account) || !isNew { return BatchFailure.phoneMessage }
    }
    for identity in account.identities {
      let isNew = seen.insert(identity.provider.rawValue, identity.subject)
      let key = AccountKey.identity(provider: identity.provider, subject: identity.subject)
      if try await isTaken(key, by: account) || !isNew { return BatchFailure.identityMessage }
    }
    return nil
  }

  private func isTaken(_ key: AccountKey, by account: Account) async throws -> Bool {
    try await accounts.accounts(by: [key]).contains { $0.id != account.id }
  }
}

/// Names that a file has used so far, eight bytes each: a trial run over a million rows stays small.
struct SeenNames {
  private var hashes: Set<Int> = []

  /// Adds a name; whether it is new.
  mutating func insert(_ kind: String, _ name: String) -> Bool {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(name)
    return hashes.insert(hasher.finalize()).inserted
  }
}
