/// What is handed to the receiving team, written as it is found: lines of account and identifier, or JSON.
struct TransferHandover {
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
