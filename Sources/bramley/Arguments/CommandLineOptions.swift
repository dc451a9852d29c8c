/// The options of one subcommand: what exists, and what a person typed.
struct CommandLineOptions {
  /// An option that a command takes.
  struct Option {
    /// With its hyphens: `--port`, `-c`.
    let name: String
    /// The word for its value in the help text; nil for a switch.
    let value: String?
    /// What it does, in one line.
    let help: String
    /// Whether it may stand more than once.
    var repeats = false
  }

  private(set) var values: [String: [String]] = [:]
  private(set) var operands: [String] = []

  /// Parses `--name value`, `--name=value` and switches; `--` ends the options.
  ///
  /// - Throws: ``UsageError`` that names the word at fault.
  init(parsing arguments: [String], options: [Option], operands limit: ClosedRange<Int>) throws(UsageError) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw UsageError("There is no option \(name).")
      }
      guard values[name] == nil || option.repeats else { throw UsageError("\(name) stands twice.") }
      guard option.value != nil else {
        guard parts.count == 1 else { throw UsageError("\(name) takes no value.") }
        values[name] = [""]
        continue
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
        throw UsageError("\(name) needs a value: \(name) \(option.value ?? "").")
      }
      values[name, default: []].append(value)
    }
    guard limit.contains(operands.count) else {
      throw UsageError(
        operands.count < limit.lowerBound
          ? "An argument is missing." : "There is one argument too many: \(operands[limit.upperBound]).")
    }
  }

  /// The value of an option.
  subscript(name: String) -> String? { values[name]?.last }

  /// Every value of an option that may repeat.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Whether a switch was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// A port number, 0 to 65535.
  func port(_ name: String) throws(UsageError) -> UInt16? {
    guard let text = self[name] else { return nil }
    guard let port = UInt16(text) else {
      throw UsageError("\(name) \(text) is not a port: give a number from 0 (any free one) to 65535.")
    }
    return port
  }
}

/// The person typed something that no command takes; exit status 64.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
