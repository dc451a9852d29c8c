import Accounts

/// What is handed to the receiving team, written as it is found: lines of account and identifier, or JSON.
struct TransferHandover {
  /// A line as it is handed over.
  struct Person {
    let account: Account.ID
    let transferIdentifier: String

    /// Reads account and identifier with a tab, a space or a comma between; nil for anything else.
    ///
    /// The account's own name may hold spaces and commas, Apple's identifiers hold none.
    init?(line: Substring) {
      var line = line
      if line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
      let isBetween: (Character) -> Bool = { $0 == "\t" || $0 == " " || $0 == "," }
      while line.last.map(isBetween) == true { line.removeLast() }
      guard let end = line.lastIndex(where: isBetween) else { return nil }
      var name = line[..<end]
      while name.last.map(isBetween) == true { name.removeLast() }
      guard let account = Account.ID(String(name)) else { return nil }
      self.account = account
      transferIdentifier = String(line[line.index(after: end)...])
    }
  }

  private struct Entry: Encodable {
    let account: String
    let transferIdentifier: String

    enum CodingKeys: String, CodingKey {
      case account
      case transferIdentifier = "transfer_sub"
    }
  }

  private let output: OutputFile
  private let asJSON: Bool
  private var count = 0

  init(_ output: OutputFile, asJSON: Bool) {
    self.output = output
    self.asJSON = asJSON
  }

  func begin() throws { if asJSON { try output.write(#"{"handover":["#) } }

  /// Adds an account.
  mutating func add(_ account: String, _ identifier: String) throws {
    if asJSON {
      let entry = try JSONText.line(Entry(account: account, transferIdentifier: identifier))
      try output.write((count == 0 ? "" : ",") + entry)
    } else {
      try output.write(account + "\t" + identifier + "\n")
    }
    count += 1
  }

  /// Ends the output; a closed one is an error.
  func finish() throws {
    if asJSON { try output.write("],\"done\":\(count),\"step\":\"list\"}\n") }
    try output.finish()
  }
}
