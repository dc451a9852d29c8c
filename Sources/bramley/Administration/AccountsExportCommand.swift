import Accounts
import _Configuration

extension Command {
  /// `bramley accounts export`: every account, in Firebase's form with what it lacks.
  static let accountsExport = Command(
    name: "accounts export",
    summary:
      "Writes every account to a new file of mode 0600, password hashes included; - is standard output.",
    operands: "FILE", operandCount: 1...1,
    options: OperatedStore.options + [
      .init(name: "--format", value: "FORMAT", help: "json or csv (by the file's name)"),
      .init(name: "--no-passwords", value: nil, help: "leaves out password hashes and second factors"),
    ]
  ) { options throws in
    let path = options.operands[0]
    let isCSV = try options.isCSV(path == "-" ? "-.json" : path)
    return try await domain(options) { accounts in
      let output = try OutputFile(path)
      do {
        let count = try await AccountExport(
          accounts, showsPasswords: !options.has("--no-passwords"), isCSV: isCSV
        )
        .write(to: output)
        try output.finish()
        Terminal.note("\(count) accounts exported")
      } catch {
        output.discard()
        throw error
      }
      return .done
    }
  }
}

/// Writes every account, page by page.
struct AccountExport {
  let accounts: Accounts
  let showsPasswords: Bool
  let isCSV: Bool

  init(_ accounts: Accounts, showsPasswords: Bool, isCSV: Bool) {
    self.accounts = accounts
    self.showsPasswords = showsPasswords
    self.isCSV = isCSV
  }

  /// Writes them; answers how many.
  func write(to output: OutputFile) async throws -> Int {
    var count = 0
    var after: Account.ID?
    if !isCSV { try output.write("{\"users\": [") }
    while true {
      let page = try await accounts.list(after: after, limit: 1000)
      for account in page {
        let record = AccountRecord(account, showsPasswords: showsPasswords)
        if isCSV {
          try output.write(try AccountColumns.row(record))
        } else {
          // One account a line, so that the line in a report finds it.
          try output.write((count == 0 ? "\n" : ",\n") + (try JSONText.line(record)))
        }
        count += 1
      }
      guard page.count == 1000, let last = page.last?.id else { break }
      after = last
    }
    if !isCSV { try output.write("\n]}\n") }
    return count
  }
}
