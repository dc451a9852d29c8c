import BramleyHTTP
import _Configuration

extension Command {
  /// `bramley apple transfer`: moves everybody along when the app goes to another developer team.
  static let apple = Command(
    name: "apple",
    summary: "Moves people's Apple identities when the app goes to another team.",
    operands: "transfer prepare|list|take FILE|finish|status", operandCount: 2...3,
    options: [
      .init(name: "-c", value: "FILE", help: "the configuration of serve"),
      .init(
        name: "--to", value: "TEAM", help: "prepare, list: the receiving team (apple.teamId with --team)"),
      .init(name: "--team", value: "TEAM", help: "prepare: the sending team (apple.teamId)"),
      .init(name: "--key-id", value: "ID", help: "prepare: the sending team's key (apple.keyId)"),
      .init(name: "--key", value: "FILE", help: "prepare: its .p8 (apple.privateKey)"),
      .init(name: "--client-id", value: "ID", help: "the app that moves (the first of apple.bundleIds)"),
      .init(name: "--json", value: nil, help: "answers in JSON"),
    ]
  ) { options throws in
    guard options.operands[0] == "transfer" else {
      throw UsageError("There is no `apple \(options.operands[0])`; it is apple transfer.")
    }
    guard options["-c"] != nil else { throw UsageError("-c is missing: name the configuration of serve.") }
    let configuration = try Configuration.load(.serve, options)
    let transfer = try await TransferRequest(configuration, options)
    guard
      let report = try await transfer.run(options.operands[1], file: options.operands.dropFirst(2).first)
    else { return .done }
    for line in options.has("--json") ? [try JSONText.line(report)] : report.lines { Terminal.print(line) }
    return report.isComplete ? .done : .failed
  }
}
