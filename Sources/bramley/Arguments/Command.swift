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
  /// Runs it; the result is the exit status.
  let run: @Sendable (CommandLineOptions) async throws -> ExitStatus

  /// The text of `--help`.
  var help: String {
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
