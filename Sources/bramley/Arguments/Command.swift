/// One subcommand of `bramley`.
struct Command: Sendable {
  /// The word after `bramley`.
  let name: String
  /// What it does, in one line.
  let summary: String
  /// What stands after the options in the usage line.
  let operands: String
  /// How many operands it takes.
  let operandCount: ClosedRange<Int>
  /// Its options.
  let options: [CommandLineOptions.Option]
  /// What stands below it: `admin` has `admin token`. A command that has some does nothing by itself.
  var subcommands: [Command] = []
  /// Runs it; the result is the exit status.
  let run: @Sendable (CommandLineOptions) async throws -> ExitStatus

  /// A command that only gathers others, whose names begin with its own.
  static func group(_ name: String, _ summary: String, _ subcommands: [Command]) -> Command {
    Command(
      name: name, summary: summary, operands: "", operandCount: 0...0, options: [], subcommands: subcommands
    ) { _ throws in throw UsageError("Say what: \(subcommands.map(\.name).joined(separator: ", ")).") }
  }

  /// The command that words name, with what stands behind them.
  func resolve(_ words: [String]) -> (command: Command, rest: [String]) {
    guard let word = words.first, let next = subcommands.first(where: { $0.name == "\(name) \(word)" }) else {
      return (self, words)
    }
    return next.resolve(Array(words.dropFirst()))
  }

  /// The text of `--help`.
  var help: String {
    guard subcommands.isEmpty else { return groupHelp }
    let rows = options.map { option in
      (option.name + (option.value.map { " " + $0 } ?? ""), option.help)
    }
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    let lines = rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count) + right
    }
    let usage =
      "usage: bramley \(name)" + (options.isEmpty ? "" : " [options]")
      + (operands.isEmpty ? "" : " " + operands)
    return ([summary, "", usage] + (lines.isEmpty ? [] : ["", "options:"] + lines)).joined(separator: "\n")
  }
}

extension Command {
  private var groupHelp: String {
    let width = (subcommands.map(\.name.count).max() ?? 0) + 2
    let lines = subcommands.map { command in
      "  " + command.name + String(repeating: " ", count: width - command.name.count) + command.summary
    }
    return ([summary, "", "commands:"] + lines + ["", "bramley COMMAND --help tells the options of one."])
      .joined(separator: "\n")
  }
}

/// The exit statuses of the contract.
enum ExitStatus: Int32 {
  /// Done.
  case done = 0
  /// Refused or failed.
  case failed = 1
  /// Wrong usage.
  case usage = 64
  /// Wrong configuration.
  case configuration = 78
}
